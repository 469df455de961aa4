import type { PhrasingContent, Table } from 'mdast'
import { requireNarrow, table } from '../../markdown/table.ts'
import { findByPath, findElements, type Element } from '../../xml.ts'
import { getValue } from './styles.ts'

type Cell = PhrasingContent[]

const maxSpannedColumns = 100

/** The cells of each row. */
export const listCells = (element: Element): Element[][] =>
  findElements(element, 'tr').map((row) => findElements(row, 'tc'))

/** Whether a cell continues with the one above it. */
const isContinued = (properties: Element | undefined): boolean => {
  const merge = findByPath(properties, 'vMerge')
  return merge !== undefined && getValue(merge) !== 'restart'
}

/** A table; a cell has an empty one behind it for each further column that it spans. */
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
