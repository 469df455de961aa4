import type { PhrasingContent, Table } from 'mdast'
import { requireNarrow, table } from '../../markdown/table.ts'
import { findByPath, findElements, type Element } from '../../xml.ts'
import { getValue } from './styles.ts'

type Cell = PhrasingContent[]

const maxSpannedColumns = 100

export const listCells = (element: Element): Element[][] =>
  findElements(element, 'tr').map((row) => findElements(row, 'tc'))

/** Returns true if a cell continues the merged cell above it. */
const isContinued = (properties: Element | undefined): boolean => {
  const merge = findByPath(properties, 'vMerge')
  return merge !== undefined && getValue(merge) !== 'restart'
}

/** Reads a table; adds an empty cell for each further column that a cell spans. */
export const readDocxTable = async (
  rows: Element[][],
  readCell: (cell: Element) => Promise<Cell>,
): Promise<Table | undefined> => {
  const read: Cell[][] = []
  for (const cells of rows) {
    const row: Cell[] = []
    for (const cell of cells) {
      const properties = findByPath(cell, 'tcPr')
      const columns = Number(getValue(findByPath(properties, 'gridSpan')) ?? 1)
      row.push(isContinued(properties) ? [] : await readCell(cell))
      for (let spanned = Math.min(maxSpannedColumns, columns); spanned > 1; spanned--) row.push([])
      requireNarrow(row)
    }
    read.push(row)
  }
  return table(read)
}
