import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../src/platform/runtime/id.ts'
import { indexDocument, search, type Hit } from '../../src/platform/search/index.ts'
import { searchPage, searchPages } from '../../src/platform/search/page.ts'
import { writeBatch } from '../../src/platform/table/batch-write.ts'
import { splitWords } from '../../src/language/tokens.ts'

const scope = `test.${randomUUID()}`

const givenDocument = async (title: string, text = '', into = scope) => {
  const id = newId()
  await indexDocument({ scope: into, id }, { scope: into, id, container: 'c', title, text })
  return id
}

const found = async (q: string, into = scope) => (await search(into, q)).hits.map(({ id }) => id)

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
  ])('of %s are %j', (text, words) => {
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

  test('finds by the beginning of words, whatever their case and accents; titles first, then newest', async () => {
    expect(await found('REP')).toEqual([newer, older, body])
  })

  test('wants every word, wherever it stands', async () => {
    expect(await found('quart rep')).toEqual([older, newer, body])
    expect(await found('quarterly sales')).toEqual([older])
    expect(await found('quarterly nothing')).toEqual([])
  })

  test('finds pairs of characters in scripts without spaces', async () => {
    const id = await givenDocument('東京都の天気')

    expect(await found('京都')).toEqual([id])
    expect(await found('東京都')).toEqual([id])
  })

  test('finds a thing by its new words only once it has changed, and by none once it is gone', async () => {
    const id = await givenDocument('Walrus')
    const change = (title: string) => ({ scope, id, container: 'c', title, text: '' })

    await indexDocument({ scope, id }, change('Penguin'))
    const changed = [await found('walrus'), await found('penguin')]
    await indexDocument({ scope, id }, undefined)
    await indexDocument({ scope, id }, undefined)

    expect(changed).toEqual([[], [id]])
    expect(await found('penguin')).toEqual([])
  })

  test('finds the one thing among very many that share a word with it', async () => {
    const crowd = `test.${randomUUID()}`
    const rare = await givenDocument('common needle', '', crowd)
    const rows = Array.from({ length: 2_100 }, () => ({
      pk: `search#${crowd}#co`,
      sk: `common#title#${newId()}`,
      container: 'c',
    }))
    await writeBatch(rows, [])

    const common = await search(crowd, 'common')

    expect(common.truncated).toBe(true)
    expect(common.hits).toHaveLength(2_000)
    expect(common.hits.some(({ id }) => id === rare)).toBe(false)
    expect(await found('common needle', crowd)).toEqual([rare])
  })
})

describe('a search for very many words', () => {
  const words = Array.from({ length: 60 }, (_, n) => `w${n.toString(36)}`)

  test('finds what has all of them', async () => {
    const shelf = `test.${randomUUID()}`
    const inText = await givenDocument('Text', words.join(' '), shelf)
    const inTitle = await givenDocument(words.join(' '), '', shelf)
    await givenDocument(words.slice(1).join(' '), '', shelf)
    await givenDocument(words.slice(0, -1).join(' '), '', shelf)
    const newest = await givenDocument('Text', `${words.join(' ')} newest`, shelf)

    expect(await found(words.join(' '), shelf)).toEqual([inTitle, newest, inText])
  })
})

describe('a word that begins very many longer ones', () => {
  test('is found itself', async () => {
    const crowd = `test.${randomUUID()}`
    const title = await givenDocument('Test', '', crowd)
    const body = await givenDocument('Plan', 'a test', crowd)
    const rows = Array.from({ length: 2_100 }, () => ({
      pk: `search#${crowd}#te`,
      sk: `testing#body#${newId()}`,
      container: 'c',
    }))
    await writeBatch(rows, [])

    const { hits, truncated } = await search(crowd, 'test')

    expect(truncated).toBe(true)
    expect(hits).toHaveLength(2_000)
    expect(hits[0]?.id).toBe(title)
    expect(hits.map(({ id }) => id)).toContain(body)
  })
})

describe('searchPage', () => {
  test('leaves out what the caller may not see and goes on where the page before ended', async () => {
    const shelf = `test.${randomUUID()}`
    const ids: string[] = []
    for (let i = 0; i < 9; i++) ids.push(await givenDocument(`Page ${i}`, '', shelf))
    const load = async (hits: { id: string }[]) =>
      hits.map(({ id }) => (ids.indexOf(id) % 2 === 0 ? ids.indexOf(id) : undefined))

    const first = await searchPage({ scope: shelf, q: 'page', limit: 3 }, load)
    const second = await searchPage(
      { scope: shelf, q: 'page', limit: 3, cursor: first.next_cursor ?? '' },
      load,
    )

    expect(first.items).toEqual([8, 6, 4])
    expect(second.items).toEqual([2, 0])
    expect(second.next_cursor).toBeNull()
  })

  test('finds in several lists what more rows of one of them come before than are read at first', async () => {
    const [crowd, shelf] = [`test.${randomUUID()}`, `test.${randomUUID()}`]
    const first = await givenDocument('common', '', crowd)
    const second = await givenDocument('common', '', shelf)
    const third = await givenDocument('common', '', crowd)
    await writeBatch(
      Array.from({ length: 1_500 }, () => ({
        pk: `search#${crowd}#co`,
        sk: `common#title#${newId()}`,
        container: 'hidden',
      })),
      [],
    )
    const load = async (hits: Hit[]) =>
      hits.map(({ id, container }) => (container === 'hidden' ? undefined : id))
    const wanted = { scopes: [crowd, shelf], q: 'common' }

    const { items, next_cursor } = await searchPages({ ...wanted, limit: 2 }, load)
    const rest = await searchPages({ ...wanted, limit: 2, cursor: next_cursor ?? '' }, load)

    expect([items, rest.items]).toEqual([[], [third, second]])
    expect((await searchPages({ ...wanted, limit: 2, cursor: rest.next_cursor ?? '' }, load)).items).toEqual([
      first,
    ])
  })
})
