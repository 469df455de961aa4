import { describe, expect, test } from 'vitest'
import { listNotifications } from '../../src/notifications/endpoints/list-notifications.ts'
import { searchEverything } from '../../src/search/endpoints/search-everything.ts'
import { createComment } from '../../src/wiki/endpoints/create-comment.ts'
import { createPage } from '../../src/wiki/endpoints/create-page.ts'
import { deletePage } from '../../src/wiki/endpoints/delete-page.ts'
import { listFilteredPages } from '../../src/wiki/endpoints/list-filtered-pages.ts'
import { listPages } from '../../src/wiki/endpoints/list-pages.ts'
import { readPage } from '../../src/wiki/endpoints/read-page.ts'
import { readSpace } from '../../src/wiki/endpoints/read-space.ts'
import { subscribePage } from '../../src/wiki/endpoints/subscribe-page.ts'
import { updatePage } from '../../src/wiki/endpoints/update-page.ts'
import { call, raw } from '../support/call.ts'
import { givenPage, givenRevision, givenSpace, made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'

/** Creates a draft by a writer in another person’s internal space, below a page of that person. */
const givenDraft = async (fields: object = {}) => {
  const [owner, author, other] = await Promise.all([signedIn(), signedIn(), signedIn()])
  const space = await givenSpace(owner)
  const parent = await givenPage(owner, space)
  const draft = await givenPage(author, space, { under: parent, status: 'draft', ...fields })
  return { owner, author, other, space, parent, draft }
}

const change = (as: SignedIn, { id }: { id: string }, body: object) =>
  call(updatePage, { as, params: { id }, body })

const idsBelow = async (as: SignedIn, { id }: { id: string }, parent: { id: string }, more: object = {}) => {
  const { items } = await made(listPages, { as, params: { id }, query: { parent_id: parent.id, ...more } })
  return items.map((page: { id: string }) => page.id)
}

/** Lists the IDs of the drafts that a person finds in one space or in all, last changed first, on pages of one. */
const draftsIn = async (as: SignedIn, space?: { id: string }, cursor?: string): Promise<string[]> => {
  const query = { space_id: space?.id, status: 'draft' as const, limit: 1, cursor }
  const { items, next_cursor } = await made(listFilteredPages, { as, query })
  expect(items.length).toBeLessThan(2)
  const ids = items.map((page: { id: string }) => page.id)
  return next_cursor === null ? ids : [...ids, ...(await draftsIn(as, space, next_cursor))]
}

const foundBy = async (as: SignedIn, q: string) => {
  const { items, counts } = await made(searchEverything, { as, query: { q } })
  return { ids: items.map(({ id }: { id: string }) => id), counts }
}

describe('A draft', () => {
  test('appears only to its author and the admins of its space', async () => {
    const { owner, author, other, space, draft } = await givenDraft()
    const admin = await signedIn({ role: 'admin' })

    const statuses = await Promise.all(
      [owner, author, admin, other].map(
        async (as) => (await call(readPage, { as, params: { id: draft.id } })).status,
      ),
    )
    await settle()
    const lists = await Promise.all([owner, author, admin, other].map((as) => draftsIn(as, space)))

    expect(statuses).toEqual([200, 200, 200, 404])
    expect(lists).toEqual([[draft.id], [draft.id], [draft.id], []])
  })

  test('appears in the lists of its author and of its space only while it is a draft', async () => {
    const { owner, author, space, draft } = await givenDraft()
    const second = await givenPage(author, space, { status: 'draft' })
    await givenPage(author, await givenSpace(owner), { status: 'draft', title: 'Elsewhere' })
    await settle()
    const listed = async () => [
      (await draftsIn(author)).length,
      await draftsIn(author, space),
      await draftsIn(owner, space),
    ]

    const before = await listed()
    await change(author, draft, { status: 'published' })
    await settle()

    expect(before).toEqual([3, [second.id, draft.id], [second.id, draft.id]])
    expect(await listed()).toEqual([2, [second.id], [second.id]])
  })

  test('appears in its order among the children of its parent once it is published', async () => {
    const { owner, author, space, parent, draft } = await givenDraft({ position: 2 })
    const [first, third] = [
      await givenPage(owner, space, { under: parent, position: 1 }),
      await givenPage(owner, space, { under: parent, position: 3 }),
    ]

    const before = await Promise.all([author, owner].map((as) => idsBelow(as, space, parent)))
    await change(author, draft, { status: 'published' })

    expect(before).toEqual([
      [first.id, third.id],
      [first.id, third.id],
    ])
    const query = { parent_id: parent.id, limit: 2 }
    const { next_cursor } = await made(listPages, { as: owner, params: { id: space.id }, query })
    expect(await idsBelow(author, space, parent)).toEqual([first.id, draft.id, third.id])
    expect(await idsBelow(owner, space, parent, { cursor: next_cursor })).toEqual([third.id])
  })

  test('does not count until it is published', async () => {
    const { author, other, space, parent, draft } = await givenDraft()
    const counts = async () => {
      const [read, { page_count }] = await Promise.all([
        made(readPage, { as: other, params: { id: parent.id } }),
        made(readSpace, { as: other, params: { id: space.id } }),
      ])
      return [read.children_count, page_count]
    }

    const before = await counts()
    await change(author, draft, { status: 'published' })
    const after = await counts()

    expect(before).toEqual([0, 1])
    expect(after).toEqual([1, 2])
  })

  test('counts once if the same request publishes and moves it', async () => {
    const { author, space, parent, draft } = await givenDraft()

    await change(author, draft, { status: 'published', parent_id: null })
    const { children_count } = await made(readPage, { as: author, params: { id: parent.id } })
    const { page_count } = await made(readSpace, { as: author, params: { id: space.id } })
    await made(deletePage, { as: author, params: { id: parent.id } })

    expect([children_count, page_count]).toEqual([0, 2])
  })

  test('hides from search with its comments until it is published', async () => {
    const { owner, author, draft } = await givenDraft({ title: 'Pomegranate', content: 'quinces' })
    await made(createComment, { as: owner, params: { id: draft.id }, body: { text: 'persimmons' } })
    await settle()

    const before = await Promise.all(['pomegranate', 'persimmons'].map((q) => foundBy(author, q)))
    await change(author, draft, { status: 'published' })
    await settle()
    const [pages, remarks] = await Promise.all(['quinces', 'persimmons'].map((q) => foundBy(author, q)))

    expect(before).toEqual([
      { ids: [], counts: {} },
      { ids: [], counts: {} },
    ])
    expect(pages?.ids).toEqual([draft.id])
    expect(remarks?.ids).toHaveLength(1)
  })

  test('sends no notifications of revisions and comments until it is published', async () => {
    const { owner, author, draft } = await givenDraft()
    await made(subscribePage, { as: owner, params: { id: draft.id } })
    const newsOf = async (as: SignedIn) =>
      (await made(listNotifications, { as })).items.map(({ type }: { type: string }) => type)

    await givenRevision(author, draft, { content: 'unfinished' })
    const body = { text: 'Look!', mentions: [author.id] }
    await made(createComment, { as: owner, params: { id: draft.id }, body })
    await settle()
    const before = [await newsOf(owner), await newsOf(author)]
    await change(author, draft, { status: 'published' })
    await givenRevision(author, draft, { content: 'finished' })
    await settle()

    expect(before).toEqual([[], []])
    expect(await newsOf(owner)).toEqual(['page_updated'])
  })

  test.each([
    ['published page', 'draft', 'published', 'wiki.page_published'],
    ['archived page', 'draft', 'archived', 'wiki.page_published'],
    ['draft', 'archived', 'draft', 'wiki.page_draft'],
  ])('a %s cannot become %s', async (_, status, present, code) => {
    const { author, draft } = await givenDraft()
    if (present !== 'draft') await change(author, draft, { status: 'published' })
    if (present === 'archived') await change(author, draft, { status: 'archived' })

    const answer = await change(author, draft, { status })

    expect(answer.status).toBe(409)
    expect(answer.headers['x-error-code']).toBe(code)
  })

  test('cannot have child pages', async () => {
    const { author, space, draft } = await givenDraft()
    const page = await givenPage(author, space)

    const created = await call(createPage, {
      as: author,
      body: { space_id: space.id, parent_id: draft.id, title: 'Below' },
    })
    const moved = await change(author, page, { parent_id: draft.id })

    const detail = '"parent_id" must be the ID of a page of the space and not a draft.'
    expect([created.status, created.body]).toEqual([422, { detail }])
    expect([moved.status, moved.body]).toEqual([422, { detail }])
  })

  test.each([['archived'], ['hidden']])('rejects creation with the status "%s"', async (status) => {
    const { author, space } = await givenDraft()

    const body = { space_id: space.id, title: 'A page', status: raw(status) }
    const answer = await call(createPage, { as: author, body })

    expect(answer.status).toBe(422)
  })
})
