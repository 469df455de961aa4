import type { PhrasingContent, Table } from 'mdast'
import { textNode, type Block } from '../../markdown/block.ts'
import { joinCell } from '../../markdown/inline.ts'
import { requireNarrow, table } from '../../markdown/table.ts'
import { toWords } from '../../markdown/markdown.ts'
import { childElements, findByPath, findElements, type Element } from '../../xml.ts'
import type { DocxDocument } from './document.ts'
import { readDocxInline } from './inline.ts'
import { getValue } from './styles.ts'

type Cell = PhrasingContent[]

const maxSpannedColumns = 100

/** The cells of each row. */
export const listCells = (element: Element): Element[][] =>
  findElements(element, 'tr').map((row) => findElements(row, 'tc'))

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

type BlockReader = (element: Element, document: DocxDocument) => AsyncIterable<Block>

/** A paragraph of a cell, and then what the drawings in it say. */
const readParagraph = async (
  element: Element,
  document: DocxDocument,
  readBlocks: BlockReader,
): Promise<PhrasingContent[][]> => {
  const found = [await readDocxInline(element, document)]
  for (const drawing of document.drawings.splice(0))
    for await (const { node } of readBlocks(drawing, document))
      found.push(node.type === 'paragraph' ? node.children : [textNode(toWords(node))])
  return found
}

/** A cell, and an empty one for each further column that it spans. */
const readCell = async (cell: Element, document: DocxDocument, readBlocks: BlockReader): Promise<Cell[]> => {
  const properties = findByPath(cell, 'tcPr')
  const paragraphs: PhrasingContent[][] = []
  if (!isContinued(properties))
    for (const paragraph of listParagraphs(cell))
      paragraphs.push(...(await readParagraph(paragraph, document, readBlocks)))
  const columns = Math.min(maxSpannedColumns, Number(getValue(findByPath(properties, 'gridSpan')) ?? 1))
  const spanned: Cell[] = []
  while (spanned.length + 1 < columns) spanned.push([])
  return [joinCell(paragraphs), ...spanned]
}

export const readDocxTable = async (
  rows: Element[][],
  document: DocxDocument,
  readBlocks: BlockReader,
): Promise<Table | undefined> => {
  const read: Cell[][] = []
  for (const cells of rows) {
    const row: Cell[] = []
    for (const cell of cells) {
      row.push(...(await readCell(cell, document, readBlocks)))
      requireNarrow(row)
    }
    read.push(row)
  }
  return table(read)
}
