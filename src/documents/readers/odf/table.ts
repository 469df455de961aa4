import type { PhrasingContent, Table } from 'mdast'
import { joinCell } from '../../markdown/inline.ts'
import { requireNarrow, table } from '../../markdown/table.ts'
import { childElements, findElements, type Element } from '../../xml.ts'
import { repeatedColumns, type OdfDocument } from './document.ts'
import { readOdfInline } from './inline.ts'

const maxColumns = 100

const readCells = async (row: Element, document: OdfDocument): Promise<PhrasingContent[][]> => {
  const cells: PhrasingContent[][] = []
  for (const cell of childElements(row)) {
    const paragraphs: PhrasingContent[][] = []
    if (cell.name === 'table-cell')
      for (const element of findElements(cell, 'p', 'h'))
        paragraphs.push(await readOdfInline(element, document))
    const content = joinCell(paragraphs)
    for (let times = repeatedColumns(cell, maxColumns); times > 0; times--) cells.push(content)
    requireNarrow(cells)
  }
  return cells
}

/** A table; undefined when all of its cells are empty. */
export const readOdfTable = async (element: Element, document: OdfDocument): Promise<Table | undefined> => {
  const rows: PhrasingContent[][][] = []
  for (const row of findElements(element, 'table-row')) rows.push(await readCells(row, document))
  return table(rows)
}
