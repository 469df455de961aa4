import type { PhrasingContent, Table } from 'mdast'
import { textNode } from './block.ts'
import { tooLarge, tooWide } from '../unreadable-file.ts'

type Cell = PhrasingContent[]

const maxRowsPerTable = 100
/** Markdown gives each row of a table as many cells as its widest one has. */
export const maxCells = 500_000
const maxColumns = 16_384
const maxCharacters = 32_000_000

/** Throws `UnreadableFile` for a row with more cells than a spreadsheet has columns. */
export const requireNarrow = (row: unknown[]) => {
  if (row.length > maxColumns) throw tooWide()
}

/** A table of rows of cells; short rows are filled, empty columns at the end and empty rows are left out. */
export const table = (rows: Cell[][]): Table | undefined => {
  const filled = rows.filter((row) => row.some((cell) => cell.length > 0))
  const width = filled.reduce(
    (widest, row) => Math.max(widest, row.findLastIndex((cell) => cell.length > 0) + 1),
    0,
  )
  if (width === 0) return undefined
  if (width * filled.length > maxCells) throw tooWide()
  return {
    type: 'table',
    children: filled.map((row) => ({
      type: 'tableRow',
      children: Array.from({ length: width }, (_, at) => ({ type: 'tableCell', children: row[at] ?? [] })),
    })),
  }
}

const plainCell = (text: string): Cell => {
  const line = text
    .split('\n')
    .map((part) => part.trim())
    .filter(Boolean)
    .join(' ')
  return line ? [textNode(line)] : []
}

/** A long sheet as tables of at most 100 rows, each below the head, which is the first row. */
export class SheetTables {
  #head: string[] | undefined
  #rows: string[][] = []
  #characters = 0
  #hasTable = false

  get hasHead(): boolean {
    return this.#head !== undefined
  }

  /** Whether no row stands below the head so far. */
  get isHeadAlone(): boolean {
    return this.hasHead && !this.#hasTable && this.#rows.length === 0
  }

  /** Adds a row; gives the table that it completes. */
  add(row: string[]): Table | undefined {
    requireNarrow(row)
    this.#characters += row.reduce((sum, { length }) => sum + length, 0)
    if (this.#characters > maxCharacters) throw tooLarge()
    if (this.#head) this.#rows.push(row)
    else this.#head = row
    return this.#rows.length < maxRowsPerTable ? undefined : this.#takeTable()
  }

  /** The table of the rows that are left. */
  end(): Table | undefined {
    return this.#rows.length > 0 || this.isHeadAlone ? this.#takeTable() : undefined
  }

  /** Columns without any cell, between which a sheet may have thousands, are left out. */
  #takeTable(): Table | undefined {
    const all = [this.#head ?? [], ...this.#rows]
    const filled = new Set(all.flatMap((row) => row.flatMap((text, column) => (text ? [column] : []))))
    const columns = [...filled].toSorted((a, b) => a - b)
    const rows = all.map((row) => columns.map((column) => row[column] ?? ''))
    this.#rows = []
    this.#characters = 0
    this.#hasTable = true
    return table(rows.map((row) => row.map(plainCell)))
  }
}
