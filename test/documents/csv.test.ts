import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Table } from 'mdast'
import { afterAll, describe, expect, test } from 'vitest'
import { BufferBudget } from '../../src/documents/buffer-budget.ts'
import { Images } from '../../src/documents/images.ts'
import { toWords } from '../../src/documents/markdown/markdown.ts'
import { readCsv } from '../../src/documents/readers/csv.ts'

const folder = await mkdtemp(join(tmpdir(), 'csv-'))
afterAll(() => rm(folder, { recursive: true }))

const readTables = async (text: string): Promise<string[][][]> => {
  const path = join(folder, 'a.csv')
  await writeFile(path, text)
  const reading = {
    path,
    images: new Images(),
    buffers: new BufferBudget(),
    progress: () => {},
    skip: () => {},
    signal: undefined,
  }
  const blocks = await Array.fromAsync(readCsv(reading))
  return blocks.map(({ node }) => (node as Table).children.map(({ children }) => children.map(toWords)))
}

const rowsOf = (count: number) => Array.from({ length: count }, (_, row) => `${row},x\n`).join('')

describe('CSV files', () => {
  test.each([
    ['commas', 'a,b\n1,2\n'],
    ['semicolons, with commas in numbers', 'a;b\n1;2\n'],
    ['tabs', 'a\tb\n1\t2\n'],
    ['bars', 'a|b\n1|2\n'],
  ])('detects values separated by %s', async (_, text) => {
    expect(await readTables(text)).toEqual([
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ])
  })

  test.each([
    ['below a title', 'Stock of May\npart;price\nbolt;1,5\n', ['Stock of May', '']],
    ['beside commas in all numbers', '0,5;1,5\n2,5;3,5\n', ['0,5', '1,5']],
    ['beside commas in most texts', 'name;note\nAda;one, two, three\nBob;a, b\n', ['name', 'note']],
  ])('detects semicolons %s', async (_, text, first) => {
    const [table] = await readTables(text)

    expect(table?.[0]).toEqual(first)
    expect(table?.every((row) => row.length === 2)).toBe(true)
  })

  test.each([
    ['a separator in quotes', '"1,5"', '1,5'],
    ['a quote in quotes', '"6"" pipe"', '6" pipe'],
    ['a line break in quotes', '"two\nlines"', 'two lines'],
    ['a quote within a text', '6" pipe', '6" pipe'],
  ])('reads a cell with %s', async (_, cell, words) => {
    expect(await readTables(`a,b\n${cell},2\n`)).toEqual([
      [
        ['a', 'b'],
        [words, '2'],
      ],
    ])
  })

  test.each([
    ['that is never closed', '"open,1', '"open,1'],
    ['with text behind it', '"closed" too early,1', '"closed" too early,1'],
  ])('loses only the cells of one line to a quote %s', async (_, line, words) => {
    expect(await readTables(`a,b\n${line}\n1,2\n3,4\n`)).toEqual([
      [
        ['a', 'b'],
        [words, ''],
        ['1', '2'],
        ['3', '4'],
      ],
    ])
  })

  test.each([
    [1, [2]],
    [100, [101]],
    [101, [101, 2]],
  ])('splits %i rows into tables of at most 100 rows below the header', async (rows, sizes) => {
    const tables = await readTables(`a,b\n${rowsOf(rows)}`)

    expect(tables.map(({ length }) => length)).toEqual(sizes)
    expect(tables.map(([head]) => head)).toEqual(sizes.map(() => ['a', 'b']))
  })

  test('reads a header without rows as a table', async () => {
    expect(await readTables('a,b\n')).toEqual([[['a', 'b']]])
  })
})
