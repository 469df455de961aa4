import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { newId } from '../../src/platform/runtime/id.ts'
import { analyze } from '../../src/platform/search/index/analysis.ts'
import { indexDocument } from '../../src/platform/search/index/index.ts'
import { prepareDocument } from '../../src/platform/search/index/prepared-document.ts'
import { toDocumentItem } from '../../src/platform/search/index/stored-document.ts'
import type * as index from '../../src/platform/search/index/index.ts'
import { search } from '../../src/platform/search/query/query.ts'
import { writeBatch } from '../../src/platform/table/batch/batch-write.ts'
import { queryItems } from '../../src/platform/table/query.ts'
import { givenTableProxy, type GivenTableProxy } from '../support/given-proxy.ts'

let scope: string
let key: { type: string; id: string }

beforeEach(() => {
  scope = `test.${randomUUID()}`
  key = { type: 'test', id: newId() }
})

// creates the client of this file before the proxy exists
beforeAll(async () => void (await search({ scopes: ['test'], q: 'warm up' })))

afterEach(() => vi.useRealTimers())

const documentOf = (text: string) => ({ ...key, scopes: [scope], container: 'c', title: '', text })

/** Returns those of the words by which the resource is found. */
const foundBy = async (words: string[]) => {
  const found = await Promise.all(words.map((q) => search({ scopes: [scope], q })))
  return words.filter((_, n) => found[n]?.things.some(({ match }) => match.id === key.id))
}

const rowsBelow = async (pk: string) =>
  (
    await queryItems({
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': pk },
      ConsistentRead: true,
    })
  ).items.length

/** Returns the number of rows of words with these beginnings, and of items of the resource itself. */
const countRows = async (beginnings: string[]) => {
  const counts = await Promise.all(
    [...beginnings.map((begin) => `words#${scope}#${begin}`), `document#test#${key.id}`].map(rowsBelow),
  )
  return counts.reduce((sum, count) => sum + count, 0)
}

const isWrite = (operation: string) => /Put|Update|Delete|Write/.test(operation)

describe('Indexing behind a proxy', () => {
  let given: GivenTableProxy<typeof index>

  beforeAll(async () => {
    given = await givenTableProxy(() => import('../../src/platform/search/index/index.ts'))
  })

  afterAll(() => given.end())

  test('writes only the rows of words that an edit changed', async () => {
    const words = Array.from({ length: 300 }, (_, n) => `row${n.toString(36)}x`)
    await given.loaded.indexDocument(key, documentOf(`${words.join(' ')} zebra`))
    given.proxy.calls.length = 0

    await given.loaded.indexDocument(key, documentOf(`${words.join(' ')} walrus`))

    const written = given.proxy.calls.flatMap(
      ({ operation, body }) =>
        (operation === 'BatchWriteItem' && body.match(new RegExp(`words#${scope}#..`, 'g'))) || [],
    )
    expect(written.sort()).toEqual([`words#${scope}#wa`, `words#${scope}#ze`])
  })

  test('writes nothing for an unchanged document', async () => {
    await given.loaded.indexDocument(key, documentOf('zebra'))
    given.proxy.calls.length = 0

    await given.loaded.indexDocument(key, documentOf('zebra'))

    expect(given.proxy.calls.filter(({ operation }) => isWrite(operation))).toEqual([])
  })

  /** IDs of resources whose worker is dead: their writes no longer reach the table. */
  const dead = new Set<string>()

  /** Indexes until this many writes of the resource were made; after that, the indexer makes none. */
  const indexAndDie = (writes: number, text: string): Promise<void> =>
    new Promise((resolve) => {
      const { id } = key
      let made = 0
      given.proxy.keeps = (operation, body) => {
        if (isWrite(operation) && body.includes(id) && made++ >= writes) {
          dead.add(id)
          resolve()
        }
        return [...dead].some((one) => body.includes(one))
      }
      given.loaded.indexDocument(key, documentOf(text)).then(resolve, () => {})
    })

  const [before, during, after] = ['alpaca bison', 'bison camel', 'bison dingo']
  const all = ['alpaca', 'bison', 'camel', 'dingo']
  const beginnings = ['al', 'bi', 'ca', 'di']

  test.each([0, 1, 2, 3])('leaves no row behind if a worker is killed after %i writes', async (writes) => {
    await indexDocument(key, documentOf(before))
    await indexAndDie(writes, during)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })

    await indexDocument(key, documentOf(after))
    const found = await foundBy(all)
    await indexDocument(key, undefined)

    expect(found).toEqual(['bison', 'dingo'])
    expect(await countRows(beginnings)).toBe(0)
  })
})

describe('Concurrent workers', () => {
  test('leave the words of the last text, whichever of them finishes last', async () => {
    const animals = ['alpaca', 'bison', 'camel', 'dingo', 'eagle', 'falcon']
    let current = ''
    const index = (text: string) => {
      current = text
      return indexDocument(key, async () => documentOf(current))
    }

    await Promise.all(animals.map(index))
    const found = await foundBy(animals)
    await Promise.all([index('gibbon'), indexDocument(key, undefined)])
    await indexDocument(key, undefined)

    expect(found).toEqual(['falcon'])
    expect(await countRows([...animals, 'gibbon'].map((word) => word.slice(0, 2)))).toBe(0)
  })
})

test('removes the former words of a document that is now split differently', async () => {
  const document = documentOf('กองทุนประกันสังคม')
  const entry = {
    term: 'former',
    forms: ['former'],
    isTitle: false,
    isHeading: false,
    frequency: 0,
    passages: [0],
  }
  const former = { ...(await analyze(document)), entries: [entry] }
  const { rows, passages, next, state } = prepareDocument(document, former, { passages: [], next: 0 })
  await writeBatch(
    [...rows.values(), ...passages.values(), toDocumentItem(key, { version: 1, next, state })],
    [],
  )
  expect(await foundBy(['former', 'กองทุน', 'ประกัน'])).toEqual(['former'])

  await indexDocument(key, document)

  expect(await foundBy(['former', 'กองทุน', 'ประกัน'])).toEqual(['กองทุน', 'ประกัน'])
  expect(await rowsBelow(`words#${scope}#fo`)).toBe(0)
})

describe('Unreadable documents', () => {
  const readable = async (_: string, containers: string[]) =>
    new Set(containers.filter((one) => one !== 'hidden'))

  const givenTexts = (texts: string[], container: string) =>
    Promise.all(
      texts.map((title) => {
        const own = { type: 'test', id: newId() }
        return indexDocument(own, { ...own, scopes: [scope], container, title, text: '' })
      }),
    )

  const seen = async (q: string) => {
    const { things, truncated } = await search({ scopes: [scope], q, readable })
    return { truncated, things: things.map(({ score, tier, missing }) => ({ score, tier, missing })) }
  }

  test.each([
    ['weights and order', 'quarterly report'],
    ['slips', 'quarkbret'],
    ['the words that things lack', 'report quarkbert'],
    ['compounds', 'report antrag'],
  ])('do not change %s', async (_, q) => {
    await givenTexts(['Quarterly report', 'Report of the year', 'Quarterly figures'], 'open')
    const alone = await seen(q)

    await givenTexts(['Quarkbert', 'Report', 'Report of the quarkbert', 'Urlaubsantrag und Reisen'], 'hidden')

    expect(await seen(q)).toEqual(alone)
  })
})

describe('A document of very many words', () => {
  test('takes at most 30,000 rows, and passages no larger than its text', async () => {
    const words = Array.from({ length: 40_000 }, (_, n) => `w${n.toString(36)}x`)

    const { entries, chunks } = await analyze(documentOf(words.join(' ')))

    expect(entries).toHaveLength(30_000)
    expect(chunks.every(({ text }) => text.length <= 1_500)).toBe(true)
  })
})
