import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sendToQueues } from '../../src/platform/events/sqs.ts'
import { findHidden } from '../../src/platform/search/index/hidden-things.ts'
import { queryItems } from '../../src/platform/table/query.ts'
import { searchEverything } from '../../src/search/endpoints/search-everything.ts'
import { indexing } from '../../src/search/queues.ts'
import { deleteEntry } from '../../src/trash/endpoints/delete-entry.ts'
import { restoreEntry } from '../../src/trash/endpoints/restore-entry.ts'
import { deletePage } from '../../src/wiki/endpoints/delete-page.ts'
import { pageSearchScope } from '../../src/wiki/page/page.ts'
import { call } from '../support/call.ts'
import { givenOwnPage, givenPage, made } from '../support/given.ts'
import type { SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'

let word: string
let author: SignedIn
let space: { id: string }
let page: { id: string }

beforeEach(async () => {
  word = `trash${randomUUID().replaceAll(/[^a-f]/g, '')}x`
  ;({ author, space } = await givenOwnPage())
  page = await givenPage(author, space, { content: `About the ${word}.` })
  await settle()
})

afterEach(() => vi.useRealTimers())

const trash = async () => {
  await call(deletePage, { as: author, params: { id: page.id } })
  await settle()
}

const find = (q: string) => made(searchEverything, { as: author, query: { q } })

/** Returns the number of rows of the word in the table. */
const countRows = async () => {
  const { items } = await queryItems({
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :word)',
    ExpressionAttributeValues: { ':pk': `words#${pageSearchScope}#tr`, ':word': `${word}#` },
    ConsistentRead: true,
  })
  return items.length
}

const nothing = { items: [], counts: {}, truncated: false }

test('hides a page in the trash and retains its terms', async () => {
  const other = await givenPage(author, space, { title: `Lighthouse${word.slice(5)}` })
  await trash()

  expect(await find(word)).toMatchObject(nothing)
  expect(await find(`${word.slice(0, -1)}z`)).toMatchObject(nothing)
  const both = await find(`${word} Lighthouse${word.slice(5)}`)
  expect(both).toMatchObject({ items: [{ id: other.id }], counts: { wiki_page: 1 } })
  expect(await countRows()).toBe(1)
})

test('finds a restored page again without writing its terms again', async () => {
  await trash()

  await call(restoreEntry, { as: author, params: { id: page.id }, body: {} })
  await settle()

  expect(await find(word)).toMatchObject({ items: [{ id: page.id }], counts: { wiki_page: 1 } })
  expect(await findHidden()).not.toContain(`wiki_page#${page.id}`)
})

test('removes the terms of a page a day after its deletion', async () => {
  await trash()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_500_000 })

  await sendToQueues([indexing.message({ type: 'wiki_page', id: page.id })])
  await settle()

  expect(await countRows()).toBe(0)
  expect(await findHidden()).not.toContain(`wiki_page#${page.id}`)
})

test('removes the terms of a page at once when it is permanently deleted', async () => {
  await trash()

  await call(deleteEntry, { as: author, params: { id: page.id } })
  await settle()

  expect(await countRows()).toBe(0)
  expect(await findHidden()).not.toContain(`wiki_page#${page.id}`)
})
