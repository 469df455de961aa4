import type { PhrasingContent, Table } from 'mdast'
import { textNode } from './block.ts'
import { tooLarge, tooWide } from '../unreadable-file.ts'

type Cell = PhrasingContent[]

const maxRowsPerTable = 100
/** Maximum number of cells of a table; Markdown writes as many cells in each row as the widest row has. */
export const maxCells = 500_000
const maxColumns = 16_384
const maxCharacters = 32_000_000

/** Throws `UnreadableFile` if a row has more cells than a spreadsheet has columns. */
export const requireNarrow = ({ length }: { length: number }) => {
  if (length > maxColumns) throw tooWide()
}

/** Creates a table; fills short rows, and leaves out empty rows and empty columns at the end. */
export const createTable = (rows: Cell[][]): Table | undefined => {
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
  const parts = text.split('\n').map((part) => part.trim())
  const line = parts.filter(Boolean).join(' ')
  return line ? [textNode(line)] : []
}

/** Splits a long sheet into tables of at most 100 rows, each with the first row as its header. */
export class SheetTables {
  #head: string[] | undefined
  #rows: string[][] = []
  #characters = 0
  #hasTable = false

  get hasHead(): boolean {
    return this.#head !== undefined
  }

  /** True if the sheet has a header but no other row yet. */
  get isHeadAlone(): boolean {
    return this.hasHead && !this.#hasTable && this.#rows.length === 0
  }

  /** Adds a row; returns the table that it completes. */
  add(row: string[]): Table | undefined {
    requireNarrow(row)
    this.#characters += row.reduce((sum, { length }) => sum + length, 0)
    if (this.#characters > maxCharacters) throw tooLarge()
    if (this.#head) this.#rows.push(row)
    else this.#head = row
    return this.#rows.length < maxRowsPerTable ? undefined : this.#takeTable()
  }

  /** Returns the table of the remaining rows. */
  end(): Table | undefined {
    return this.#rows.length > 0 || this.isHeadAlone ? this.#takeTable() : undefined
  }

  /** Returns a table of the collected rows without empty columns; a sheet may have thousands. */
  #takeTable(): Table | undefined {
    const all = [this.#head ?? [], ...this.#rows]
    const filled = new Set(all.flatMap((row) => row.flatMap((text, column) => (text ? [column] : []))))
    const columns = [...filled].toSorted((a, b) => a - b)
    const rows = all.map((row) => columns.map((column) => row[column] ?? ''))
    this.#rows = []
    this.#characters = 0
    this.#hasTable = true
    return createTable(rows.map((row) => row.map(plainCell)))
  }
}
