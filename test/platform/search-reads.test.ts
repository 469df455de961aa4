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

/** Writes rows of a word as if `count` resources had it. */
const givenCrowd = (scope: string, count: number, word = 'common', container = 'c') =>
  writeBatch(
    Array.from({ length: count }, () => ({
      pk: `words#${scope}#${word.slice(0, 2)}`,
      sk: `${word}#title#${newId()}`,
      type: 'test',
      container,
      length: 3,
    })),
    [],
  )

test('reads only those resources with a rare word that may also have the common one', async () => {
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

test('reads a resource with one of three words to find the others, whose rows were cut', async () => {
  const scope = `test.${randomUUID()}`
  const old = await givenDocument(scope, 'common usual needle case')
  await givenCrowd(scope, 300)
  await givenCrowd(scope, 300, 'usual')

  const { things } = await given.loaded.search({ scopes: [scope], q: 'common usual needle' })

  expect(things.map(({ match, missing }) => [match.id, missing])).toEqual([[old, []]])
})

test('returns the words of a search in the order in which they were typed', async () => {
  const scope = `test.${randomUUID()}`
  await givenDocument(scope, 'needle case for the haystack')

  const { words } = await given.loaded.search({ scopes: [scope], q: 'case haystack needle' })

  expect(words.map(({ text }) => text)).toEqual(['case', 'haystack', 'needle'])
})

const isQuery = ({ operation }: { operation: string }) => operation.includes('Query')

test('looks up keys and whole titles once for all shared scopes', async () => {
  const scopes = Array.from({ length: 6 }, () => `test.${randomUUID()}`)
  const id = await givenDocument(scopes[3] ?? '', 'Exact needle')
  await givenDocument(`test.${randomUUID()}`, 'Exact needle')
  given.proxy.calls.length = 0

  const { things } = await given.loaded.search({ scopes, q: 'exact needle' })

  expect(given.proxy.calls.filter(({ body }) => body.includes('#=ex"'))).toHaveLength(1)
  expect(things.map(({ match, isExact }) => [match.id, match.scope, isExact])).toEqual([
    [id, scopes[3], true],
  ])
})

test('reads all readable rows after those of others in few steps', async () => {
  const scope = `test.${randomUUID()}`
  await Promise.all(['mine', 'theirs'].map((container) => givenCrowd(scope, 2_500, 'common', container)))
  given.proxy.calls.length = 0

  const { things } = await given.loaded.search({
    scopes: [scope],
    q: 'common',
    readable: async (_, containers) => new Set(containers.filter((container) => container === 'mine')),
  })

  expect(things.every(({ match }) => match.container === 'mine')).toBe(true)
  expect(things.length).toBeGreaterThan(1_900)
  expect(given.proxy.calls.filter(isQuery).length).toBeLessThan(10)
})

test('looks up stems without rows in one Query', async () => {
  const scope = `test.${randomUUID()}`
  await givenCrowd(scope, 300, 'often')
  const ids = [await givenDocument(scope, 'ofte'), await givenDocument(scope, 'oft')]
  given.proxy.calls.length = 0

  const { things } = await given.loaded.search({ scopes: [scope], q: 'often' })

  expect(things.map(({ match }) => match.id)).toEqual(expect.arrayContaining(ids))
  const begins = given.proxy.calls.flatMap(({ body }) => body.match(/(?<=":from":\{"S":")[^"]+/) ?? [])
  expect(begins).toEqual(['=often#', 'oft', 'often#', 'oft#'])
  expect(new Set(things.map(({ match }) => match.id)).size).toBe(things.length)
})
