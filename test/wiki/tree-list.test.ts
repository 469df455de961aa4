import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { listFilteredPages } from '../../src/wiki/endpoints/list-filtered-pages.ts'
import { call } from '../support/call.ts'
import { givenPage, givenSpace } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'

interface Listed {
  id: string
  title: string
  parent_id: string | null
}

/** Returns the pages of a query, page by page. */
const listed = async (as: SignedIn, query: Record<string, string | number>): Promise<Listed[]> => {
  const { status, body, text } = await call(listFilteredPages, { as, query })
  expect(status, text).toBe(200)
  if (body.next_cursor === null) return body.items
  return [...body.items, ...(await listed(as, { ...query, cursor: body.next_cursor }))]
}

const titlesOf = (pages: Listed[]) => pages.map(({ title }) => title).join(' ')

const givenTree = async () => {
  const [author, reader, writer] = await Promise.all([signedIn(), signedIn(), signedIn()])
  const space = await givenSpace(author, {
    visibility: 'private',
    members: [
      [reader, 'read'],
      [writer, 'write'],
    ],
  })
  const add = (as: SignedIn, title: string, fields: object = {}) => givenPage(as, space, { title, ...fields })
  const b = await add(author, 'b')
  const a = await add(author, 'a', { tags: ['here'] })
  const last = await add(author, 'first', { position: 9 })
  await add(author, 'c', { under: last })
  const a2 = await add(author, 'a2', { under: a })
  await add(author, 'a1', { under: a })
  await add(author, 'a2x', { under: a2 })
  await add(author, 'b1', { under: b })
  await add(writer, 'draft', { under: b, status: 'draft' })
  return { author, reader, writer, space }
}

test('GET /wiki/pages lists the tree of a space in its order, with any page size, and drafts apart', async () => {
  const { author, reader, writer, space } = await givenTree()
  const query = { space_id: space.id }

  const whole = await listed(reader, query)
  const pages = await Promise.all([1, 2, 3].map((limit) => listed(reader, { ...query, limit })))
  const published = await listed(writer, { ...query, status: 'published', limit: 2 })
  await settle()
  const drafts = await Promise.all(
    [author, writer, reader].map((as) => listed(as, { ...query, status: 'draft' })),
  )
  const both = await listed(writer, { ...query, status: 'draft,published', limit: 4 })

  expect(titlesOf(whole)).toBe('a a1 a2 a2x b b1 first c')
  for (const page of pages) expect(page).toEqual(whole)
  expect(published).toEqual(whole)
  expect(drafts.map(titlesOf)).toEqual(['draft', 'draft', ''])
  expect(titlesOf(both)).toBe('draft b1 a2x a1 a2 c first a b')
  const byId = new Map(whole.map((page) => [page.id, page.title]))
  expect(whole.map(({ parent_id }) => parent_id && byId.get(parent_id))).toEqual([
    null,
    'a',
    'a',
    'a2',
    null,
    'b',
    null,
    'first',
  ])
})

test('GET /wiki/pages combines space_id with other filters', async () => {
  const { author, reader, space } = await givenTree()
  const elsewhere = await givenSpace(author)
  await givenPage(author, elsewhere, { title: 'elsewhere', tags: ['here'] })
  await settle()

  expect(titlesOf(await listed(reader, { space_id: space.id, tag: 'here' }))).toBe('a')
})

test.each([{}, { tag: 'here' }])('GET /wiki/pages with %j hides a private space', async (filters) => {
  const { space } = await givenTree()
  const outsider = await signedIn()
  const ask = (space_id: string) => call(listFilteredPages, { as: outsider, query: { space_id, ...filters } })

  const statuses = await Promise.all([space.id, randomUUID(), 'x'].map(async (id) => (await ask(id)).status))

  expect(statuses).toEqual([404, 404, 422])
})
