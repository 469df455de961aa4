import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { convertDocument } from '../../src/documents/markdown-document.ts'
import { givenGrid, givenPdf, type Placed, type PdfOptions } from '../support/given-pdf.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pdf-'))
})

afterAll(() => rm(folder, { recursive: true }))

const textOf = async (page: Placed[], options: PdfOptions) => {
  const path = join(folder, 'list.pdf')
  await writeFile(path, givenPdf([page], options))
  return (await convertDocument({ path, name: 'list.pdf' }, { maxBytes: 100_000 })).markdown
}

/** Places cells in rows 20 points apart; `columns` are their x positions. */
const cells = (rows: string[][], columns: number[], y = 600): Placed[] =>
  rows.flatMap((row, at) =>
    row.flatMap((text, column) => (text ? [{ text, x: columns[column] ?? 0, y: y - at * 20 }] : [])),
  )

const parts = [
  ['No.', 'Part', 'Size', 'Pcs'],
  ['10', 'hex bolt', 'M10', '10'],
  ['11', 'nut', 'M10', '10'],
  ['Sum', '', '', '20'],
]

describe('Tables with drawn lines', () => {
  const table =
    '| No. | Part | Size | Pcs |\n| - | - | - | - |\n| 10 | hex bolt | M10 | 10 |\n| 11 | nut | M10 | 10 |'
  const rows = [612, 592, 572, 552, 532]

  test.each([
    ['wide', [50, 150, 250, 350]],
    ['narrow', [50, 71, 113, 137]],
    ['so narrow that a program writes them as one word after the other', [50, 67, 104.5, 126]],
  ])('separates columns that are %s', async (_, columns) => {
    const edges = [...columns.map((x) => x - 2), (columns[3] ?? 0) + 40]

    const text = await textOf(cells(parts, columns), { rules: givenGrid(edges, rows) })

    expect(text).toBe(`${table}\n| Sum | | | 20 |`)
  })

  test('joins the lines of a cell, and separates rows with an empty first cell', async () => {
    const page: Placed[] = [
      ...cells([['Gate', 'Keeper', 'Hours']], [50, 150, 250]),
      { text: 'North', x: 50, y: 580 },
      { text: 'the miller of the', x: 150, y: 584 },
      { text: 'weir', x: 150, y: 574 },
      { text: 'six', x: 250, y: 580 },
      ...cells([['', 'the smith', 'seven']], [50, 150, 250], 560),
    ]

    const text = await textOf(page, { rules: givenGrid([48, 148, 240, 340], [612, 592, 572, 552]) })

    expect(text).toBe(
      '| Gate | Keeper | Hours |\n| - | - | - |\n| North | the miller of the weir | six |\n| | the smith | seven |',
    )
  })

  test('keeps a cell across columns whole', async () => {
    const page = cells(
      [
        ['Opened by the miller', '', 'Closed'],
        ['six', 'seven', 'dusk'],
      ],
      [50, 100, 250],
    )
    const [frame, inner] = [givenGrid([48, 240, 340], [612, 592, 572]), givenGrid([98, 98], [592, 572])]

    expect(await textOf(page, { rules: [...frame, ...inner] })).toBe(
      '| Opened by the miller | | Closed |\n| - | - | - |\n| six | seven | dusk |',
    )
  })

  test('separates columns without lines between rows, with a header above and a total below', async () => {
    const columns = [50, 90, 140, 170]
    const page = cells(parts, columns)

    expect(await textOf(page, { rules: givenGrid([48, 88, 138, 168, 210], [612, 532]) })).toBe(
      `${table}\n| Sum | | | 20 |`,
    )
    expect(await textOf(page, { rules: givenGrid([48, 88, 138, 168, 210], [592, 572, 552]) })).toBe(
      `${table}\n| Sum | | | 20 |`,
    )
  })

  test('separates columns by white space within drawn columns', async () => {
    const columns = [50, 150, 250]
    const rows = [
      ['gnat', 'gram', '13.65'],
      ['', 'each', '0.01'],
      ['gnu', 'stuffed', '92.50'],
      ['emu', '', '33.33'],
    ]

    const text = await textOf(cells(rows, columns), {
      rules: givenGrid([48, 148, 300], [612, 592, 572, 552, 532]),
    })

    expect(text).toBe(
      '| gnat | gram | 13.65 |\n| - | - | - |\n| | each | 0.01 |\n| gnu | stuffed | 92.50 |\n| emu | | 33.33 |',
    )
  })

  test('separates the columns of a header without lines', async () => {
    const columns = [50, 90, 140, 180]
    const [head, body] = [
      givenGrid([48, 220], rows.slice(0, 2)),
      givenGrid([48, 88, 138, 178, 220], rows.slice(1)),
    ]

    expect(await textOf(cells(parts, columns), { rules: [...head, ...body] })).toBe(
      `${table}\n| Sum | | | 20 |`,
    )
  })

  test('makes no table of framed parts of a page', async () => {
    const column = (x: number) =>
      Array.from({ length: 40 }, (_, at): Placed => ({ text: `Line ${at} goes on and`, x, y: 700 - at * 12 }))
    const rules = givenGrid([40, 290, 560], [740, 720, 200])

    expect(await textOf([...column(50), ...column(300)], { rules })).not.toContain('|')
  })
})
