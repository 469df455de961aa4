import { describe, expect, test } from 'vitest'
import { deletePage } from '../../src/wiki/endpoints/delete-page.ts'
import { listRecentPages } from '../../src/wiki/endpoints/list-recent-pages.ts'
import { updatePage } from '../../src/wiki/endpoints/update-page.ts'
import { updateSpace } from '../../src/wiki/endpoints/update-space.ts'
import { call } from '../support/call.ts'
import { givenPage, givenRevision, givenSpace, made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'

const recent = async (as: SignedIn, query: object = {}) => {
  const { items, next_cursor } = await made(listRecentPages, { as, query: { ...query } })
  return { titles: items.map(({ title }: { title: string }) => title), next_cursor }
}

/** Creates a space with the pages A, B and C. */
const givenThree = async (fields: object = {}) => {
  const author = await signedIn()
  const space = await givenSpace(author, { ...fields })
  const pages: { id: string }[] = []
  for (const title of ['A', 'B', 'C']) pages.push(await givenPage(author, space, { title }))
  return { author, space, pages: pages as [{ id: string }, { id: string }, { id: string }] }
}

describe('GET /wiki/pages/recent', () => {
  test('lists the pages of a space by their last change, each once, page by page', async () => {
    const { author, space, pages } = await givenThree()
    await givenRevision(author, pages[0], { content: 'new' })
    await made(updatePage, { as: author, params: { id: pages[1].id }, body: { tags: ['new'] } })
    await settle()

    const first = await recent(author, { space_id: space.id, limit: 2 })
    const second = await recent(author, { space_id: space.id, limit: 2, cursor: first.next_cursor })

    expect(first).toEqual({ titles: ['B', 'A'], next_cursor: expect.any(String) })
    expect(second).toEqual({ titles: ['C'], next_cursor: null })
  })

  test('returns pages in the form of lists', async () => {
    const { author, space, pages } = await givenThree()
    await givenPage(author, space, { title: 'D', status: 'draft', under: pages[2] })
    await settle()

    const { items } = await made(listRecentPages, { as: author, query: { space_id: space.id, limit: 1 } })

    expect(items).toEqual([expect.objectContaining({ id: pages[2].id, title: 'C', children_count: 0 })])
    expect(items[0]).not.toHaveProperty('content')
  })

  test('lists pages of all spaces that the caller may see, without revealing others', async () => {
    const [{ author: owner }, { author, space }] = [
      await givenThree({ visibility: 'private' }),
      await givenThree({ visibility: 'private' }),
    ]
    await settle()

    const own = await recent(author, { limit: 3 })
    const foreign = await call(listRecentPages, { as: owner, query: { space_id: space.id } })
    const none = await call(listRecentPages, { as: owner, query: { space_id: owner.id } })
    const { items } = await made(listRecentPages, { as: author, query: { limit: 100 } })

    expect(own.titles).toEqual(['C', 'B', 'A'])
    expect([foreign.status, foreign.headers['x-error-code']]).toEqual([404, 'wiki.space_not_found'])
    expect(none.body).toEqual(foreign.body)
    expect(items.some((page: { author: { id: string } }) => page.author.id === owner.id)).toBe(false)
  })

  test('hides deleted pages, and hides pages from former members', async () => {
    const member = await signedIn()
    const { author, space, pages } = await givenThree({
      visibility: 'private',
      members: [[member, 'read']],
    })
    await made(deletePage, { as: author, params: { id: pages[1].id } })
    await settle()

    const before = await recent(member, { space_id: space.id })
    await made(updateSpace, { as: author, params: { id: space.id }, body: { members: [] } })
    const inSpace = await call(listRecentPages, { as: member, query: { space_id: space.id } })
    const { items } = await made(listRecentPages, { as: member, query: { limit: 100 } })

    expect(before.titles).toEqual(['C', 'A'])
    expect(inSpace.status).toBe(404)
    expect(items.filter((page: { space_id: string }) => page.space_id === space.id)).toEqual([])
  })

  test('lists a draft from the time it is published', async () => {
    const { author, space } = await givenThree()
    const draft = await givenPage(author, space, { title: 'D', status: 'draft' })
    await settle()

    const before = await recent(author, { space_id: space.id })
    await made(updatePage, { as: author, params: { id: draft.id }, body: { status: 'published' } })
    await settle()
    const after = await recent(author, { space_id: space.id })

    expect(before.titles).toEqual(['C', 'B', 'A'])
    expect(after.titles).toEqual(['D', 'C', 'B', 'A'])
  })

  test.each([
    ['a space that is no id', { space_id: 'handbook' }],
    ['a limit of 0', { limit: 0 }],
    ['an unknown parameter', { since: '2030-01-01' }],
  ])('rejects %s', async (_, query) => {
    const as = await signedIn()

    const { status } = await call(listRecentPages, { as, query: query as Record<string, string> })

    expect(status).toBe(422)
  })
})
