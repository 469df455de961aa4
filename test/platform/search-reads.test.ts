import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../src/platform/runtime/id.ts'
import { indexDocument } from '../../src/platform/search/index/index.ts'
import type * as query from '../../src/platform/search/query/query.ts'
import { writeBatch } from '../../src/platform/table/batch/batch-write.ts'
import { givenTableProxy, type GivenTableProxy } from '../support/given-proxy.ts'

let given: GivenTableProxy<typeof query>

beforeAll(async () => {
  given = await givenTableProxy(() => import('../../src/platform/search/query/query.ts'))
})

afterAll(() => given.end())

const givenDocument = async (scope: string, title: string) => {
  const key = { type: 'test', id: newId() }
  await indexDocument(key, { ...key, scopes: [scope], container: 'c', title, text: '' })
  return key.id
}

/** Rows of a word as this many things have it. */
const givenCrowd = (scope: string, count: number, word = 'common') =>
  writeBatch(
    Array.from({ length: count }, () => ({
      pk: `words#${scope}#${word.slice(0, 2)}`,
      sk: `${word}#title#${newId()}`,
      type: 'test',
      container: 'c',
      length: 3,
    })),
    [],
  )

test('of things with a rare word, only those that may also have the common one are read', async () => {
  const scope = `test.${randomUUID()}`
  const old = await givenDocument(scope, 'common needle')
  const other = await givenDocument(scope, 'needle')
  await givenCrowd(scope, 300)
  const newest = await givenDocument(scope, 'common needle')
  given.proxy.calls.length = 0

  const { things } = await given.loaded.search({ scopes: [scope], q: 'common needle' })

  const read = given.proxy.calls.flatMap(({ body }) => body.match(/document#test#[^"]+/g) ?? [])
  expect(read.sort()).toEqual([old, other].map((id) => `document#test#${id}`))
  expect(things.slice(0, 3).map(({ match, missing }) => [match.id, missing])).toEqual([
    [newest, []],
    [old, []],
    [other, ['common']],
  ])
})

test('what has one of three words is read for the others, whose newest rows alone were read', async () => {
  const scope = `test.${randomUUID()}`
  const old = await givenDocument(scope, 'common usual needle case')
  await givenCrowd(scope, 300)
  await givenCrowd(scope, 300, 'usual')

  const { things } = await given.loaded.search({ scopes: [scope], q: 'common usual needle' })

  expect(things.map(({ match, missing }) => [match.id, missing])).toEqual([[old, []]])
})

test('the words of a search come in the order in which they were typed', async () => {
  const scope = `test.${randomUUID()}`
  await givenDocument(scope, 'needle case for the haystack')

  const { words } = await given.loaded.search({ scopes: [scope], q: 'case haystack needle' })

  expect(words.map(({ text }) => text)).toEqual(['case', 'haystack', 'needle'])
})
