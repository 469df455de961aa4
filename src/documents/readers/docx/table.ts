import type { PhrasingContent, Table } from 'mdast'
import { joinCell } from '../../markdown/inline.ts'
import { requireNarrow, table } from '../../markdown/table.ts'
import { childElements, findByPath, findElements, type Element } from '../../xml.ts'
import type { DocxDocument } from './document.ts'
import { readDocxInline } from './inline.ts'
import { getValue } from './styles.ts'

type Cell = PhrasingContent[]

const maxSpannedColumns = 100

const listRowCells = (row: Element): Element[] =>
  childElements(row).flatMap((child) => {
    if (child.name === 'sdt') return findElements(child, 'tc')
    return child.name === 'tc' ? [child] : []
  })

/** The cells of each row, those in content controls too. */
export const listCells = (element: Element): Element[][] => childElements(element, 'tr').map(listRowCells)

const listParagraphs = (element: Element): Element[] =>
  childElements(element).flatMap((child) => {
    if (child.name === 'p') return [child]
    return child.name === 'pPr' ? [] : listParagraphs(child)
  })

/** Whether a cell continues with the one above it. */
const isContinued = (properties: Element | undefined): boolean => {
  const merge = findByPath(properties, 'vMerge')
  return merge !== undefined && getValue(merge) !== 'restart'
}

/** A cell, and an empty one for each further column that it spans. */
const readCell = async (cell: Element, document: DocxDocument): Promise<Cell[]> => {
  const properties = findByPath(cell, 'tcPr')
  const paragraphs: PhrasingContent[][] = []
  if (!isContinued(properties))
    for (const paragraph of listParagraphs(cell)) paragraphs.push(await readDocxInline(paragraph, document))
  const columns = Math.min(maxSpannedColumns, Number(getValue(findByPath(properties, 'gridSpan')) ?? 1))
  const spanned: Cell[] = []
  while (spanned.length + 1 < columns) spanned.push([])
  return [joinCell(paragraphs), ...spanned]
}

export const readDocxTable = async (
  rows: Element[][],
  document: DocxDocument,
): Promise<Table | undefined> => {
  const read: Cell[][] = []
  for (const cells of rows) {
    const row: Cell[] = []
    for (const cell of cells) {
      row.push(...(await readCell(cell, document)))
      requireNarrow(row)
    }
    read.push(row)
  }
  return table(read)
}
