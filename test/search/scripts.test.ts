import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { analyze } from '../../src/platform/search/index/analysis.ts'
import type { Entry } from '../../src/platform/search/index/entry.ts'
import {
  prefixStem,
  wordFit,
  hasBeginning,
  queryWords,
  type QueryWord,
} from '../../src/platform/search/query/query-words.ts'
import { searchEverything } from '../../src/search/endpoints/search-everything.ts'
import { call } from '../support/call.ts'
import { givenPage, givenSpace } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'

/** A text with queries that find it, queries that do not, and queries that should find it but do not yet. */
interface Text {
  script: string
  text: string
  found: string[]
  lacks: string[]
  open?: string[]
}

const texts = parse(readFileSync(new URL('queries/scripts.yml', import.meta.url), 'utf8')) as Text[]

/** Returns true if a lookup finds one of the entries by a word. */
const hasWord = (entries: Entry[], word: QueryWord): boolean => {
  const begins = word.spellings.map(prefixStem)
  const isRead = (term: string) =>
    begins.some((begin) => (hasBeginning(begin) ? term.startsWith(begin) : term === begin))
  return entries.some(({ term, forms }) => isRead(term) && wordFit(word, forms) > 0)
}

/** Returns the queries all of whose words, or the names that contain these words, are in a text. */
const foundBy = async (text: string, queries: string[]): Promise<string[]> => {
  const document = { type: 'wiki_page', id: '1', scopes: ['all'], container: '1', title: 'Entry', text }
  const { entries } = await analyze(document)
  const isMet = ({ instead, ...word }: QueryWord, words: QueryWord[]) =>
    hasWord(entries, { instead, ...word }) ||
    (instead.length > 0 &&
      instead.every((text) => words.some((own) => own.text === text && hasWord(entries, own))))
  return queries.filter((q) => {
    const words = queryWords(q)
    return words.length > 0 && words.every((word) => isMet(word, words))
  })
}

describe('The indexed words of a text', () => {
  test.each(texts)(
    'match what readers search for, in $script: $text',
    async ({ text, found, lacks, open = [] }) => {
      expect(await foundBy(text, [...found, ...lacks, ...open])).toEqual(found)
    },
  )

  test('match at least 98 of 100 queries, in more than 30 scripts', () => {
    const missed = texts.flatMap(({ open = [] }) => open).length
    const all = texts.flatMap(({ found, lacks }) => [...found, ...lacks]).length + missed

    expect(all).toBeGreaterThan(450)
    expect(missed / all).toBeLessThan(0.02)
    expect(new Set(texts.map(({ script }) => script)).size).toBeGreaterThan(30)
  })
})

describe('GET /search', () => {
  let owner: SignedIn
  let space: { id: string }
  const ids = new Map<string, string>()

  const find = async (q: string) => {
    const query = { q, types: 'wiki_page', space_id: space.id, limit: 100 }
    const { body, status, text } = await call(searchEverything, { as: owner, query })
    expect(status, text).toBe(200)
    const items = body.items as { id: string; matched: { missing: string[] } }[]
    return items.flatMap(({ id, matched }) => (matched.missing.length === 0 ? [id] : []))
  }

  beforeAll(async () => {
    owner = await signedIn()
    space = await givenSpace(owner)
    for (const { text } of texts)
      ids.set(text, (await givenPage(owner, space, { title: 'Entry', content: text })).id)
    await settle()
  })

  test.each(texts)('finds a page by its words, in $script: $text', async ({ text, found, lacks }) => {
    const [first = '', last = ''] = [found[0], found.at(-1)]
    const [ids1, ids2, ids3] = await Promise.all([first, last, lacks[0] ?? ''].map(find))

    expect(ids1).toContain(ids.get(text))
    expect(ids2).toContain(ids.get(text))
    expect(ids3).not.toContain(ids.get(text))
  })
})
