import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import * as z from '../../src/platform/schema/schema.ts'
import { writeBatch } from '../../src/platform/table/batch/batch-write.ts'
import { anyOf, equals } from '../../src/platform/table/condition.ts'
import { entity } from '../../src/platform/table/entity.ts'
import { readSorted } from '../../src/platform/table/list/sorted-list.ts'
import { countRows } from '../../src/platform/table/list/counted-rows.ts'
import { readAll, readList, type ListPage } from '../../src/platform/table/list/list.ts'

const notes = entity({
  name: 'test.note',
  schema: z.object({ id: z.string(), shelf: z.string(), title: z.string(), content: z.string().default('') }),
  key: ({ id }: { id: string }) => ({ pk: `note#${id}`, sk: 'note' }),
  lists: {
    byTitle: {
      index: 'gsi1',
      shared: true,
      partition: ({ shelf }: { shelf: string }) => `notes#${shelf}`,
      sort: ({ title, id }) => `${title}#${id}`,
    },
    newest: {
      index: 'gsi2',
      order: 'descending',
      partition: ({ shelf }: { shelf: string }) => `newest#${shelf}`,
      sort: ({ title, id }) => `${title}#${id}`,
    },
  },
})

/** An entity that is listed in the table itself, with large items. */
const heaps = entity({
  name: 'test.heap',
  schema: z.object({ id: z.string(), shelf: z.string(), title: z.string(), load: z.string() }),
  key: ({ id, shelf }: { id: string; shelf: string }) => ({ pk: `heap#${shelf}`, sk: `heap#${id}` }),
  lists: { all: { partition: ({ shelf }: { shelf: string }) => `heap#${shelf}`, prefix: 'heap#' } },
})

const titlesOf = (count: number) =>
  Array.from({ length: count }, (_, i) => `note ${String(i).padStart(3, '0')}`)

const givenShelf = async (titles: string[], shelf = randomUUID()) => {
  await Promise.all(
    titles.map((title) => notes.create(notes.make({ shelf, title, content: 'x'.repeat(100) }))),
  )
  return shelf
}

const readPages = async (read: (cursor: string | undefined) => Promise<ListPage<{ title: string }>>) => {
  const pages: string[][] = []
  let cursor: string | undefined
  do {
    const page = await read(cursor)
    pages.push(page.items.map(({ title }) => title))
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined)
  return pages
}

const setShards = ({ read, written }: { read: number; written: number }) => {
  process.env['LIST_SHARDS'] = String(read)
  process.env['LIST_SHARDS_WRITTEN'] = String(written)
}

afterEach(() => {
  delete process.env['LIST_SHARDS']
  delete process.env['LIST_SHARDS_WRITTEN']
})

describe('readList', () => {
  test('ends a page before it exceeds the maximum size of a response', async () => {
    const shelves = Array.from({ length: 8 }, () => randomUUID())
    const titles = titlesOf(24)
    for (const [index, title] of titles.entries()) {
      const shelf = shelves[index % 8] as string
      await heaps.create(heaps.make({ id: title, shelf, title, load: 'x'.repeat(300_000) }))
    }
    const sources = shelves.flatMap((shelf) => heaps.in('all', { shelf }))

    const pages = await readPages((cursor) => readList(sources, { limit: 100, cursor }))

    expect(pages.flat()).toEqual(titles)
    for (const page of pages) expect(page.length * 300_000).toBeLessThan(5_000_000)
  })

  test('returns every row once, in order, in pages of the requested size, with null only at the end', async () => {
    const shelf = await givenShelf(titlesOf(23))

    const pages = await readPages((cursor) => readList(notes.in('byTitle', { shelf }), { limit: 10, cursor }))

    expect(pages.map(({ length }) => length)).toEqual([10, 10, 3])
    expect(pages.flat()).toEqual(titlesOf(23))
  })

  test('ends with null when the last page is full', async () => {
    const shelf = await givenShelf(titlesOf(10))

    const page = await readList(notes.in('byTitle', { shelf }), { limit: 10 })

    expect(page.items).toHaveLength(10)
    expect(page.next_cursor).toBeNull()
  })

  test('reads backwards in descending order', async () => {
    const shelf = await givenShelf(titlesOf(12))

    const pages = await readPages((cursor) => readList(notes.in('newest', { shelf }), { limit: 5, cursor }))

    expect(pages.flat()).toEqual(titlesOf(12).reverse())
  })

  test('merges shards, even if their number was raised meanwhile', async () => {
    setShards({ read: 2, written: 2 })
    const shelf = await givenShelf(titlesOf(20).filter((_, i) => i % 2 === 0))
    const first = await readList(notes.in('byTitle', { shelf }), { limit: 4 })
    setShards({ read: 5, written: 5 })
    await givenShelf(
      titlesOf(20).filter((_, i) => i % 2 === 1),
      shelf,
    )

    const rest = await readPages((cursor) =>
      readList(notes.in('byTitle', { shelf }), { limit: 4, cursor: cursor ?? (first.next_cursor as string) }),
    )

    expect(first.items.map(({ title }) => title)).toEqual(['note 000', 'note 002', 'note 004', 'note 006'])
    expect(rest.flat()).toEqual(titlesOf(20).slice(7))
  })

  test('misses nothing while functions with the old and the new number of shards run concurrently', async () => {
    const shelf = await givenShelf(titlesOf(5))
    setShards({ read: 4, written: 1 })
    await givenShelf(titlesOf(10).slice(5), shelf)
    const readByOne = async () => (await readList(notes.in('byTitle', { shelf }), { limit: 50 })).items.length

    setShards({ read: 1, written: 1 })
    const ofBefore = await readByOne()
    setShards({ read: 4, written: 4 })
    await givenShelf(titlesOf(20).slice(10), shelf)
    setShards({ read: 4, written: 1 })
    const ofBetween = await readByOne()

    expect([ofBefore, ofBetween]).toEqual([10, 20])
  })

  test('writes only to shards that are read', async () => {
    setShards({ read: 1, written: 9 })

    const shelf = await givenShelf(titlesOf(12))

    expect((await readList(notes.in('byTitle', { shelf }), { limit: 50 })).items).toHaveLength(12)
  })

  test('merges lists of different length into one order', async () => {
    const long = await givenShelf(titlesOf(30).filter((_, i) => i % 3 !== 0))
    const short = await givenShelf(titlesOf(30).filter((_, i) => i % 3 === 0))
    const sources = [...notes.in('byTitle', { shelf: long }), ...notes.in('byTitle', { shelf: short })]

    const pages = await readPages((cursor) => readList(sources, { limit: 7, cursor }))

    expect(pages.flat()).toEqual(titlesOf(30))
  })

  test('returns everything that passes a filter, page by page', async () => {
    const shelf = await givenShelf(titlesOf(40))
    const isTenth = ({ title }: { title: string }) => title.endsWith('0')

    const pages = await readPages((cursor) =>
      readList(notes.in('byTitle', { shelf }), { limit: 3, cursor }, isTenth),
    )

    expect(pages.flat()).toEqual(['note 000', 'note 010', 'note 020', 'note 030'])
  })

  test('returns summaries without large fields', async () => {
    const shelf = await givenShelf(['one'])

    const { items } = await readList(notes.in('byTitle', { shelf }), { limit: 10 })

    expect(items).toEqual([{ id: expect.any(String), shelf, title: 'one' }])
  })
})

describe('countRows', () => {
  test('counts up to the requested maximum', async () => {
    const shelf = await givenShelf(titlesOf(12))
    const [source] = notes.in('newest', { shelf })

    const counts = [await countRows(source!, 100), await countRows(source!, 5)]

    expect(counts).toEqual([
      { count: 12, isCut: false },
      { count: 5, isCut: true },
    ])
  })

  test('counts the rows that satisfy a condition, among the first ones up to the limit', async () => {
    const shelf = await givenShelf(titlesOf(12))
    const [source] = notes.in('newest', { shelf })
    const where = anyOf(equals(['summary', 'title'], 'note 000'), equals(['summary', 'title'], 'note 011'))

    const counts = [await countRows(source!, 100, where), await countRows(source!, 5, where)]

    expect(counts).toEqual([
      { count: 2, isCut: false },
      { count: 1, isCut: true },
    ])
  })

  test('counts beyond the result of one Query', async () => {
    const shelf = randomUUID()
    for (const title of titlesOf(8))
      await heaps.create(heaps.make({ id: title, shelf, title, load: 'x'.repeat(300_000) }))
    const [source] = heaps.in('all', { shelf })

    expect(await countRows(source!, 100)).toEqual({ count: 8, isCut: false })
  })
})

describe('readAll', () => {
  test('returns every row once, in order, beyond the result of one Query', async () => {
    const shelf = randomUUID()
    const titles = titlesOf(10)
    for (const title of titles)
      await heaps.create(heaps.make({ id: title, shelf, title, load: 'x'.repeat(300_000) }))

    const all = await readAll(heaps.in('all', { shelf }))

    expect(all.map(({ title }) => title)).toEqual(titles)
  })

  test('returns nothing from an empty list', async () => {
    expect(await readAll(notes.in('byTitle', { shelf: randomUUID() }))).toEqual([])
  })
})

describe('readSorted', () => {
  const onShelf = (shelf: string) => notes.in('newest', { shelf })

  test.each([
    ['ascending', false, ['b', 'd']],
    ['descending', true, ['d', 'b']],
  ])('sorts in %s order, page by page, rows without a value last', async (_, isDescending, order) => {
    const shelf = await givenShelf(['c', 'b', 'a', 'd'])
    const by = ({ title }: { title: string }) => (title < 'b' || title === 'c' ? null : title)

    const pages = await readPages((cursor) =>
      readSorted(onShelf(shelf), { limit: 1, cursor }, { by, isDescending }),
    )

    expect(pages.slice(0, 2)).toEqual(order.map((title) => [title]))
    expect(pages.slice(2).flat().sort()).toEqual(['a', 'c'])
  })

  test('sorts the newest thousand, and reports the truncation', async () => {
    const shelf = randomUUID()
    const many = titlesOf(1_001).map((title) => notes.itemOf(notes.make({ shelf, title })))
    await writeBatch(many, [])
    const order = { by: ({ title }: { title: string }) => title, isDescending: false }

    const { items, truncated } = await readSorted(onShelf(shelf), { limit: 1 }, order)
    const kept = await readSorted(onShelf(shelf), { limit: 1 }, order, ({ title }) => title > 'note 900')

    expect([items[0]?.title, truncated]).toEqual(['note 001', true])
    expect([kept.items[0]?.title, kept.truncated]).toEqual(['note 901', true])
  })
})
