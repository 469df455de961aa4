import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { listFilteredPages } from '../../src/wiki/endpoints/list-filtered-pages.ts'
import { subscribePage } from '../../src/wiki/endpoints/subscribe-page.ts'
import { updatePage } from '../../src/wiki/endpoints/update-page.ts'
import { call } from '../support/call.ts'
import { givenPage, givenRevision, givenSpace, made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'

type Query = Record<string, string | number | boolean | string[]>

/** Returns the titles of all pages in the list, page by page. */
const listed = async (as: SignedIn, query: Query) => {
  const titles: string[] = []
  let cursor: string | undefined
  do {
    const page = await made(listFilteredPages, { as, query: { limit: 2, ...query, cursor } })
    titles.push(...page.items.map(({ title }: { title: string }) => title))
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined)
  return titles
}

/** Creates pages of an author in a private space with a reader: A, then B, then C; a draft D; the archived page E. */
const givenPages = async () => {
  const [author, reader] = [await signedIn(), await signedIn()]
  const space = await givenSpace(author, { visibility: 'private', members: [[reader, 'read']] })
  const [tag, other] = [`a, ${randomUUID()}`, randomUUID()]
  const make = (title: string, fields: object = {}) =>
    givenPage(author, space, { title, tags: [tag], ...fields })
  const pages = {
    A: await make('A'),
    B: await make('B', { tags: [other] }),
    C: await make('C', { tags: [tag, other] }),
    D: await make('D', { status: 'draft' }),
    E: await make('E'),
  }
  const change = (page: { id: string }, body: object) =>
    made(updatePage, { as: author, params: { id: page.id }, body })
  await change(pages.E, { status: 'archived' })
  await givenRevision(author, pages.A, { content: 'new' })
  await made(subscribePage, { as: reader, params: { id: pages.B.id } })
  await made(subscribePage, { as: reader, params: { id: pages.A.id } })
  await settle()
  return { author, reader, tag, other, pages, change }
}

describe('GET /wiki/pages', () => {
  test('lists pages that match all filters, last changed first, page by page', async () => {
    const { author, reader, tag, other, change, pages } = await givenPages()
    const author_id = author.id

    const found = {
      tag: await listed(reader, { tag: [tag, 'none'] }),
      'two tags': await listed(reader, { tag: [tag, other] }),
      author: await listed(reader, { author_id }),
      'own, with drafts': await listed(author, { author_id: 'me' }),
      'own drafts': await listed(author, { status: 'draft' }),
      subscribed: await listed(reader, { subscribed: true }),
      'subscribed, with a tag': await listed(reader, { subscribed: true, tag: other }),
      archived: await listed(reader, { author_id, status: 'archived,draft' }),
      published: (await listed(reader, { status: 'published', limit: 100 })).slice(0, 3),
    }
    await change(pages.B, { tags: [] })
    await settle()

    expect(found).toEqual({
      tag: ['A', 'E', 'C'],
      'two tags': ['A', 'E', 'C', 'B'],
      author: ['A', 'E', 'C', 'B'],
      'own, with drafts': ['A', 'E', 'D', 'C', 'B'],
      'own drafts': ['D'],
      subscribed: ['A', 'B'],
      'subscribed, with a tag': ['B'],
      archived: ['E'],
      published: ['A', 'C', 'B'],
    })
    expect(await listed(reader, { tag: other }), 'without the tag').toEqual(['C'])
  })

  test('hides spaces that the caller may not read', async () => {
    const { author, tag } = await givenPages()
    const stranger = await signedIn()

    const answers = await Promise.all(
      [{ tag: [tag, 'none'] }, { author_id: author.id }, { subscribed: true }].map((query) =>
        listed(stranger, query),
      ),
    )
    const archived = await made(listFilteredPages, {
      as: stranger,
      query: { status: 'archived', limit: 100 },
    })

    expect(answers).toEqual([[], [], []])
    expect(archived.items.filter((page: { author: { id: string } }) => page.author.id === author.id)).toEqual(
      [],
    )
  })

  test.each([
    ['status', 'open'],
    ['author_id', 'nobody'],
    ['subscribed', 'yes'],
  ])('names an invalid %s', async (name, value) => {
    const answer = await call(listFilteredPages, { as: await signedIn(), query: { [name]: value } })

    expect([answer.status, String(answer.detail).includes(`"${name}`)]).toEqual([422, true])
  })
})
