import type { PhrasingContent, Table } from 'mdast'
import { textNode, type Block } from '../../markdown/block.ts'
import { joinCell } from '../../markdown/inline.ts'
import { toWords } from '../../markdown/markdown.ts'
import { requireNarrow, table } from '../../markdown/table.ts'
import { childElements, findElements, textContent, type Element } from '../../xml.ts'
import { repeatedColumns, type OdfDocument } from './document.ts'
import { readOdfInline } from './inline.ts'

const maxColumns = 100

type BlockReader = (drawing: Element) => AsyncIterable<Block>

/** The paragraphs of a cell, each with what the drawings in it say. */
const readParagraphs = async (cell: Element, document: OdfDocument, readDrawings: BlockReader) => {
  const paragraphs: PhrasingContent[][] = []
  for (const element of findElements(cell, 'p', 'h')) {
    paragraphs.push(await readOdfInline(element, document))
    for (const drawing of document.drawings.splice(0))
      for await (const { node } of readDrawings(drawing))
        paragraphs.push(node.type === 'paragraph' ? node.children : [textNode(toWords(node))])
  }
  return paragraphs
}

const readCells = async (row: Element, document: OdfDocument, readDrawings: BlockReader) => {
  const cells: PhrasingContent[][] = []
  for (const cell of childElements(row)) {
    // what a merged cell covers
    if (cell.name !== 'table-cell') document.skip('hidden', textContent(cell))
    const paragraphs = cell.name === 'table-cell' ? await readParagraphs(cell, document, readDrawings) : []
    const content = joinCell(paragraphs)
    for (let times = repeatedColumns(cell, maxColumns); times > 0; times--) cells.push(content)
    requireNarrow(cells)
  }
  return cells
}

/** A table; undefined when all of its cells are empty. */
export const readOdfTable = async (
  element: Element,
  document: OdfDocument,
  readDrawings: BlockReader,
): Promise<Table | undefined> => {
  const rows: PhrasingContent[][][] = []
  for (const row of findElements(element, 'table-row'))
    rows.push(await readCells(row, document, readDrawings))
  return table(rows)
}
