import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { newId } from '../../src/platform/runtime/id.ts'
import { indexDocument, indexPart } from '../../src/platform/search/index/index.ts'
import type * as index from '../../src/platform/search/index/index.ts'
import { search } from '../../src/platform/search/query/query.ts'
import { queryItems } from '../../src/platform/table/query.ts'
import { givenTableProxy, type GivenTableProxy } from '../support/given-proxy.ts'

let given: GivenTableProxy<typeof index>
let scope: string
let key: { type: string; id: string }

beforeAll(async () => {
  // creates the client of this file before the proxy exists
  await search({ scopes: ['test'], q: 'warm up' })
  given = await givenTableProxy(() => import('../../src/platform/search/index/index.ts'))
})

afterAll(() => given.end())

beforeEach(() => {
  scope = `test.${randomUUID()}`
  key = { type: 'test', id: newId() }
  given.proxy.keeps = () => false
  given.proxy.calls.length = 0
})

afterEach(() => vi.useRealTimers())

const documentOf = (text: string) => ({ ...key, scopes: [scope], container: 'c', title: '', text })

/** More words than one part can write. */
const words = Array.from({ length: 2_500 }, (_, n) => `n${n.toString(36)}x`)
const long = words.join(' ')

const isFound = async (q: string) =>
  (await search({ scopes: [scope], q })).things.some(({ match }) => match.id === key.id)

const rowsBelow = async (pk: string) => {
  const request = { KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': pk } }
  return (await queryItems({ ...request, ConsistentRead: true })).items.length
}

/** Returns the number of remaining items of the resource: rows of words with these beginnings, and its own. */
const countItems = async (beginnings: string[]) => {
  const partitions = [...beginnings.map((begin) => `words#${scope}#${begin}`), `document#test#${key.id}`]
  return (await Promise.all(partitions.map(rowsBelow))).reduce((sum, count) => sum + count, 0)
}

const beginnings = [...new Set(words.map((word) => word.slice(0, 2)))]

interface BatchWrite {
  RequestItems: Record<string, { PutRequest?: { Item: { sk: { S: string } } } }[]>
}

/** Returns the written rows of words, one entry per write. */
const writtenRows = () =>
  given.proxy.calls.flatMap(({ operation, body }) => {
    if (operation !== 'BatchWriteItem') return []
    const writes = Object.values((JSON.parse(body) as BatchWrite).RequestItems).flat()
    return writes
      .flatMap(({ PutRequest }) => PutRequest?.Item.sk.S ?? [])
      .filter((sk) => sk.includes('#body#'))
  })

describe('Indexing a long document', () => {
  test('writes it in parts, each row once, and makes it searchable with its rows', async () => {
    const outcomes: string[] = []
    do outcomes.push(await given.loaded.indexPart(key, documentOf(long)))
    while (outcomes.at(-1) !== 'done')

    expect(outcomes.length).toBeGreaterThan(2)
    expect(writtenRows()).toHaveLength(words.length)
    expect(await isFound(words.at(-1) as string)).toBe(true)
  })

  test('finishes with the last row, including slips in its words', async () => {
    const read = async () => documentOf(`${long} hippopotamus`)
    let outcome = await given.loaded.indexPart(key, read)
    while (writtenRows().length <= words.length) outcome = await given.loaded.indexPart(key, read)

    expect(outcome).toBe('done')
    expect(await isFound('hippopotamsu')).toBe(true)
  })

  test('uses the latest text, whenever it arrives', async () => {
    let text = long
    const read = async () => documentOf(text)
    const outcomes = [await given.loaded.indexPart(key, read), await given.loaded.indexPart(key, read)]
    text = 'walrus'

    await indexDocument(key, read)

    expect(outcomes).toEqual(['unfinished', 'unfinished'])
    expect([await isFound('walrus'), await isFound(words[0] as string)]).toEqual([true, false])
    await indexDocument(key, undefined)
    expect(await countItems([...beginnings, 'wa'])).toBe(0)
  })

  test('leaves nothing of a document that is deleted meanwhile', async () => {
    await given.loaded.indexPart(key, documentOf(long))

    await indexDocument(key, undefined)

    expect(await countItems(beginnings)).toBe(0)
  })

  test('makes other workers retry later', async () => {
    given.proxy.delay = 50
    const first = given.loaded.indexPart(key, documentOf(long))
    while (writtenRows().length === 0) await new Promise(setImmediate)

    const second = await indexPart(key, documentOf('short'))
    given.proxy.delay = 0

    expect([second, await first]).toEqual(['busy', 'unfinished'])
  })
})

describe('A worker killed repeatedly, with another text each time', () => {
  const animals = [
    'alpaca bison',
    'bison camel',
    'camel dingo',
    'dingo eagle',
    'eagle falcon',
    'falcon gibbon',
  ]

  /** Indexes until this many writes of the resource were made; after that, the indexer makes none. */
  const indexAndDie = (writes: number, text: string): Promise<void> =>
    new Promise((resolve) => {
      let made = 0
      const keeper = (operation: string, body: string) => {
        const isOwn = /Put|Update|Delete|Write/.test(operation) && body.includes(key.id)
        if (!isOwn || made++ < writes) return false
        resolve()
        return true
      }
      given.proxy.keeps = keeper
      given.loaded.indexDocument(key, documentOf(text)).then(resolve, () => {})
    })

  test.each([1, 2])('leaves no rows behind after %i writes', async (writes) => {
    for (const [n, text] of animals.entries()) {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 * n })
      await indexAndDie(writes, text)
      vi.useRealTimers()
    }
    given.proxy.keeps = () => false
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 })

    await indexDocument(key, documentOf('heron'))
    const found = await Promise.all(['alpaca', 'bison', 'camel', 'falcon', 'heron'].map(isFound))
    await indexDocument(key, undefined)

    expect(found).toEqual([false, false, false, false, true])
    expect(await countItems(['al', 'bi', 'ca', 'di', 'ea', 'fa', 'gi', 'he'])).toBe(0)
  })
})
