import type { PhrasingContent, Table } from 'mdast'
import { requireNarrow, table } from '../../markdown/table.ts'
import { childElements, findElements, textContent, type Element } from '../../xml.ts'
import { repeatedColumns, type OdfDocument } from './document.ts'

type Cell = PhrasingContent[]

const maxColumns = 100

/** Reads a table; returns undefined if all cells are empty. */
export const readOdfTable = async (
  element: Element,
  { skip }: OdfDocument,
  readCell: (cell: Element) => Promise<Cell>,
): Promise<Table | undefined> => {
  const rows: Cell[][] = []
  for (const row of findElements(element, 'table-row')) {
    const cells: Cell[] = []
    for (const cell of childElements(row)) {
      // a cell covered by a merged cell
      const isCovered = cell.name !== 'table-cell'
      if (isCovered) skip('hidden', textContent(cell))
      const content = isCovered ? [] : await readCell(cell)
      for (let times = repeatedColumns(cell, maxColumns); times > 0; times--) cells.push(content)
      requireNarrow(cells)
    }
    rows.push(cells)
  }
  return table(rows)
}
