import type { Table } from 'mdast'
import { textNode } from '../../../markdown/block.ts'
import { toInlineContent, type TextWithLinks } from '../text.ts'
import { createTable } from '../../../markdown/table.ts'
import { amount, type PdfCell, type PdfLine } from './line.ts'

type FoundTable = { node: Table; count: number }

type Column = { x: number; end: number }

/** Gaps as shares of the usual line distance. */
export const maxRowGap = 2.6 // mustang-rechnung
const maxWrappedGap = 1.35
const minRows = 3 // ag-energy, delivery-note-en, invoice-en, letter-en, mustang-rechnung
const maxRows = 200
const maxColumns = 20 // background-checks
const alignedPoints = 3
const minShareOfAligned = 0.6 // ag-energy

const addCell = (columns: Column[], { x, end }: PdfCell): Column[] => {
  const apart = columns.filter((column) => column.end <= x || column.x >= end)
  const touched = [{ x, end }, ...columns.filter((column) => !apart.includes(column))]
  const merged = {
    x: Math.min(...touched.map((own) => own.x)),
    end: Math.max(...touched.map((own) => own.end)),
  }
  return [...apart, merged].toSorted((a, b) => a.x - b.x)
}

const addTableLine = (columns: Column[], { cells }: PdfLine): Column[] =>
  cells.reduce((all, cell) => addCell(all, cell), columns)

const findColumn = (columns: Column[], { x, end }: PdfCell): number =>
  columns.findIndex((column) => column.x < end && column.end > x)

const isApart = (columns: Column[], { cells }: PdfLine): boolean =>
  new Set(cells.map((cell) => findColumn(columns, cell))).size === cells.length

/** Returns true if a line may follow another in a table; a wrapped cell may begin above the other cells of its row. */
const isNear = (before: PdfLine, line: PdfLine, leading: number, columns: Column[]): boolean => {
  const gap = before.y - line.y
  if (before.page !== line.page) return false
  if (line.cells.length > 1) return gap > 0 && gap < leading * maxRowGap
  const isWrapped = line.x > (columns[0]?.end ?? Infinity)
  return Math.abs(gap) < leading * maxWrappedGap && (gap > 0 || isWrapped)
}

/** Returns the lines from `start` that may be one table, because their cells keep to columns. */
const takeRun = (lines: (PdfLine | undefined)[], start: number, leading: number) => {
  const run: PdfLine[] = []
  let columns: Column[] = []
  for (const line of lines.slice(start, start + maxRows)) {
    const before = run.at(-1)
    if (!line || line.row || (before && !isNear(before, line, leading, columns))) break
    const widened = addTableLine(columns, line)
    if (widened.length < 2 || widened.length > maxColumns) break
    if (![...run, line].every((other) => isApart(widened, other))) break
    run.push(line)
    columns = widened
  }
  return { run, columns }
}

const isAligned = (values: number[]): boolean => {
  const isNear = (value: number) => values.filter((other) => Math.abs(other - value) <= alignedPoints)
  return values.some((value) => isNear(value).length >= values.length * minShareOfAligned)
}

/** Returns true if the cells of each column share their start, end or center. */
const areAligned = (run: PdfLine[], columns: Column[]): boolean =>
  columns.every((_, at) => {
    const cells = run.flatMap((line) => line.cells.filter((cell) => findColumn(columns, cell) === at))
    const [starts, ends] = [cells.map(({ x }) => x), cells.map(({ end }) => end)]
    return isAligned(starts) || isAligned(ends) || isAligned(cells.map(({ x, end }) => (x + end) / 2))
  })

/** Returns the cells of rows. A line without a first cell continues the row above, unless it is a total below it. */
const toTableRows = (run: PdfLine[], columns: Column[]): string[][] => {
  const rows: string[][] = []
  for (const { cells } of run) {
    const placed = cells.map((cell) => ({ text: cell.text, column: findColumn(columns, cell) }))
    const isSum = placed.some(({ text, column }) => amount.test(text) && rows.at(-1)?.[column])
    const isNew = rows.length === 0 || isSum || placed.some(({ column }) => column === 0)
    const row = isNew ? columns.map(() => '') : (rows.at(-1) ?? [])
    for (const { text, column } of placed) row[column] = `${row[column] ?? ''} ${text}`.trim()
    if (isNew) rows.push(row)
  }
  return rows
}

const areRows = (lines: PdfLine[], columns: Column[]): boolean =>
  lines.filter(({ cells }) => cells.length > 1).length >= minRows && areAligned(lines, columns)

/** Returns the middle positions of the gaps between columns of aligned cells. */
export const findGaps = (lines: PdfLine[]): number[] => {
  const columns = lines.reduce(addTableLine, [])
  if (columns.length < 2 || !areRows(lines, columns)) return []
  return columns.slice(1).map(({ x }, at) => (x + (columns[at]?.end ?? x)) / 2)
}

const takeDrawn = (lines: (PdfLine | undefined)[], start: number): FoundTable | undefined => {
  const { row, page } = lines[start] ?? {}
  if (!row) return undefined
  const rows: TextWithLinks[][] = []
  for (let line = lines[start]; line?.row?.grid === row.grid && line.page === page;) {
    rows.push(line.row.cells)
    line = lines[start + rows.length]
  }
  const node = createTable(rows.map((cells) => cells.map((cell) => (cell.text ? toInlineContent(cell) : []))))
  return node && { node, count: rows.length }
}

/** Returns tables by the index of their first line: drawn ones, and those of at least three rows in aligned columns. */
export const findTables = (lines: (PdfLine | undefined)[], leading: number): Map<number, FoundTable> => {
  const tables = new Map<number, FoundTable>()
  for (let at = 0; at < lines.length; at++) {
    const drawn = takeDrawn(lines, at)
    if (drawn) tables.set(at, drawn)
    at += drawn ? drawn.count - 1 : 0
    if (drawn || (lines[at]?.cells.length ?? 0) < 2) continue
    const { run, columns } = takeRun(lines, at, leading)
    const rows = run.slice(0, run.findLastIndex(({ cells }) => cells.length > 1) + 1)
    const cells = areRows(rows, columns) ? toTableRows(rows, columns) : []
    const node = createTable(cells.map((row) => row.map((text) => (text ? [textNode(text)] : []))))
    if (node) tables.set(at, { node, count: rows.length })
    at += Math.max(0, rows.length - 1)
  }
  return tables
}
