import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../src/platform/runtime/id.ts'
import { indexDocument } from '../../src/platform/search/index/index.ts'
import { search } from '../../src/platform/search/query/query.ts'
import { searchByWords, type Hit } from '../../src/platform/search/query/page.ts'
import { writeBatch } from '../../src/platform/table/batch/batch-write.ts'
import { splitWords } from '../../src/language/tokens.ts'

const scope = `test.${randomUUID()}`

const givenDocument = async (title: string, text = '', into = scope) => {
  const id = newId()
  await indexDocument({ type: 'test', id }, { type: 'test', id, scopes: [into], container: 'c', title, text })
  return id
}

/** Writes rows of a word as if `count` resources had it. */
const givenCrowd = (into: string, term: string, rank: 'title' | 'body', count: number, container = 'c') =>
  writeBatch(
    Array.from({ length: count }, () => ({
      pk: `words#${into}#${term.slice(0, 2)}`,
      sk: `${term}#${rank}#${newId()}`,
      type: 'test',
      container,
      length: 3,
    })),
    [],
  )

const found = async (q: string, into = scope) =>
  (await search({ scopes: [into], q })).things.map(({ match }) => match.id)

describe('splitWords', () => {
  test.each([
    ['Élan vital, 2026!', ['elan', 'vital', '2026']],
    ['Ёлка и Йод', ['елка', 'иод']],
    ['日本語の文書', ['日本', '本語', '語の', 'の文', '文書']],
    ['한국어', ['한국', '국어']],
    ['データベース', ['テー', 'ータ', 'タヘ', 'ヘー', 'ース']],
    ['Straße STRASSE', ['strasse', 'strasse']],
    ['οδυσ ΟΔΥΣ', ['οδυσ', 'οδυσ']],
    ['a b cd', ['cd']],
  ])('splits %s into %j', (text, words) => {
    expect(splitWords(text)).toEqual(words)
  })
})

describe('search', () => {
  let older: string
  let newer: string
  let body: string

  beforeAll(async () => {
    older = await givenDocument('Quarterly report', 'about sales')
    body = await givenDocument('Minutes', 'the quarterly report was read')
    newer = await givenDocument('Annual Réport', 'quarterly figures')
  })

  test.each([
    ['a reference to a character', '**Note:**&#x51;uirlwort', 'quirlwort'],
    ['a decimal reference', 'Grand&#233; salle', 'Grandé'],
    ['an escape', 'set max\\_quirl\\_count', 'max_quirl_count'],
    ['a named reference', 'Quarz&amp;Quader', 'Quader'],
  ])('finds words as they are shown, written with %s', async (_, text, q) => {
    const id = await givenDocument('Signs', text)

    expect(await found(q)).toEqual([id])
  })

  test('finds words by their beginning, ignoring case and accents; titles first, then newest', async () => {
    expect(await found('REP')).toEqual([newer, older, body])
  })

  test.each([
    ['getallen', 'Het getal'],
    ['programming', 'The program'],
  ])('finds the word that %s is a form of, although its ending doubles a consonant', async (q, title) => {
    const id = await givenDocument(title)

    expect(await found(q)).toEqual([id])
  })

  test('lists resources with all words before those with some of them', async () => {
    expect(await found('quart rep')).toEqual([older, newer, body])
    expect((await found('quarterly sales'))[0]).toEqual(older)
    expect((await found('quarterly nothing')).toSorted()).toEqual([older, newer, body].toSorted())
  })

  test('finds pairs of characters in scripts without spaces', async () => {
    const id = await givenDocument('東京都の天気')

    expect(await found('京都')).toEqual([id])
    expect(await found('東京都')).toEqual([id])
  })

  test('finds a changed resource by its new words only, and a removed one by none', async () => {
    const id = await givenDocument('Walrus')
    const key = { type: 'test', id }
    const change = (title: string) => ({ ...key, scopes: [scope], container: 'c', title, text: '' })

    await indexDocument(key, change('Penguin'))
    const changed = [await found('walrus'), await found('penguin')]
    await indexDocument(key, undefined)
    await indexDocument(key, undefined)

    expect(changed).toEqual([[], [id]])
    expect(await found('penguin')).toEqual([])
  })

  test('finds the only resource with both words among very many with one of them', async () => {
    const crowd = `test.${randomUUID()}`
    const rare = await givenDocument('common needle', '', crowd)
    await givenCrowd(crowd, 'common', 'title', 2_100)

    const common = await search({ scopes: [crowd], q: 'common' })

    expect(common.truncated).toBe(true)
    expect(common.things).toHaveLength(2_000)
    expect(common.things.some(({ match }) => match.id === rare)).toBe(false)
    expect((await found('common needle', crowd))[0]).toEqual(rare)
  })
})

describe('A search for very many words', () => {
  const words = Array.from({ length: 60 }, (_, n) => `w${n.toString(36)}`)

  test('finds the resources that have all of them', async () => {
    const shelf = `test.${randomUUID()}`
    const inText = await givenDocument('Text', words.join(' '), shelf)
    const inTitle = await givenDocument(words.join(' '), '', shelf)
    await givenDocument(words.slice(1).join(' '), '', shelf)
    await givenDocument(words.slice(0, -1).join(' '), '', shelf)
    const newest = await givenDocument('Text', `${words.join(' ')} newest`, shelf)

    expect((await found(words.join(' '), shelf)).slice(0, 3)).toEqual([inTitle, newest, inText])
  })
})

describe('A search for a word that begins very many longer ones', () => {
  test.each(['test', 'tests'])('finds the word itself by %s', async (q) => {
    const crowd = `test.${randomUUID()}`
    const title = await givenDocument('Test', '', crowd)
    const body = await givenDocument('Plan', 'a test', crowd)
    await givenCrowd(crowd, 'testing', 'body', 2_100)

    const { things, truncated } = await search({ scopes: [crowd], q })

    expect(truncated).toBe(true)
    const ids = things.map(({ match }) => match.id)
    expect(ids[0]).toBe(title)
    expect(ids).toContain(body)
  })
})

describe('searchByWords', () => {
  test('omits resources that the caller may not see, and continues after the previous page', async () => {
    const shelf = `test.${randomUUID()}`
    const ids: string[] = []
    for (let i = 0; i < 9; i++) ids.push(await givenDocument(`Page ${i}`, '', shelf))
    const load = async (hits: { id: string }[]) =>
      hits.map(({ id }) => (ids.indexOf(id) % 2 === 0 ? ids.indexOf(id) : undefined))

    const first = await searchByWords({ scopes: [shelf], q: 'page', limit: 3 }, load)
    const second = await searchByWords(
      { scopes: [shelf], q: 'page', limit: 3, cursor: first.next_cursor ?? '' },
      load,
    )

    expect(first.items).toEqual([8, 6, 4])
    expect(second.items).toEqual([2, 0])
    expect(second.next_cursor).toBeNull()
  })

  test('returns a thousand hits, each once, and null after the last', async () => {
    const shelf = `test.${randomUUID()}`
    await givenCrowd(shelf, 'thousand', 'body', 1_000)
    const load = async (hits: Hit[]) => hits.map(({ id }) => id)

    const found: string[] = []
    let cursor: string | null | undefined
    do {
      const wanted = { scopes: [shelf], q: 'thousand', limit: 99, ...(cursor && { cursor }) }
      const page = await searchByWords(wanted, load)
      found.push(...page.items)
      cursor = page.next_cursor
    } while (cursor !== null && found.length <= 1_000)

    expect([found.length, new Set(found).size, cursor]).toEqual([1_000, 1_000, null])
    expect(found).toEqual(found.toSorted().reverse())
  })

  test('finds a hit in several scopes after more rows of one scope than the first read returns', async () => {
    const [crowd, shelf] = [`test.${randomUUID()}`, `test.${randomUUID()}`]
    const first = await givenDocument('Text', 'common', crowd)
    const second = await givenDocument('Text', 'common', shelf)
    const third = await givenDocument('Text', 'common', crowd)
    await givenCrowd(crowd, 'common', 'title', 1_500, 'hidden')
    const load = async (hits: Hit[]) =>
      hits.map(({ id, container }) => (container === 'hidden' ? undefined : id))
    const wanted = { scopes: [crowd, shelf], q: 'common' }

    const { items, next_cursor } = await searchByWords({ ...wanted, limit: 2 }, load)
    const rest = await searchByWords({ ...wanted, limit: 2, cursor: next_cursor ?? '' }, load)

    expect([items, rest.items]).toEqual([[], [third, second]])
    expect(
      (await searchByWords({ ...wanted, limit: 2, cursor: rest.next_cursor ?? '' }, load)).items,
    ).toEqual([first])
  })
})
