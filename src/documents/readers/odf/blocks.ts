import type { PhrasingContent } from 'mdast'
import { blockquote, code, heading, paragraph, textNode, type Block } from '../../markdown/block.ts'
import { applyMarks, mergeRuns, readTableCell, trimInline } from '../../markdown/inline.ts'
import { toTextLines, toWords } from '../../markdown/markdown.ts'
import { requireNarrow, createTable } from '../../markdown/table.ts'
import { byName, childElements, findByPath, findElements, textContent, type Element } from '../../xml.ts'
import {
  findNamedStyle,
  isDrawing,
  leftOutElements,
  readEmbedded,
  readFrameContent,
  repeatedColumns,
  type OdfDocument,
  type OdfReader,
} from './document.ts'
import { readOdfInline } from './inline.ts'
import { readOdfList } from './list.ts'

const codeStyle = /preformatted|code|source/i
const quoteStyle = /quot/i
const titleStyle = 'Title'
const maxRepeatedCells = 100

/** Converts the inline content of an element to a block. */
type ToBlock = (children: PhrasingContent[], element: Element, document: OdfDocument) => Block

/** Creates a reader of a line of text, which yields the line and then the text of its drawings. */
const readLine = (toOdfBlock: ToBlock): OdfReader =>
  async function* readBlock(element, document) {
    const children = trimInline(await readOdfInline(element, document))
    const drawings = document.drawings.splice(0)
    if (children.length > 0) yield toOdfBlock(children, element, document)
    for (const drawing of drawings) yield* readDrawingText(drawing, document)
  }

const toOdfHeading = (children: PhrasingContent[], { attributes }: Element) =>
  heading(Number(attributes['text:outline-level'] ?? 1), children)

const toHeadingBlock: ToBlock = (children, element, { page }) => {
  const node = toOdfHeading(children, element)
  // LibreOffice links to a heading by its words
  return { node, page, anchors: [`${toWords(node)}|outline`] }
}

/** Converts a paragraph by its style to the title, code, a quotation or text, which is bold if its style is bold. */
const toOdfBlock: ToBlock = (children, element, document) => {
  const { page, styles } = document
  const name = element.attributes['text:style-name'] ?? ''
  const style = findNamedStyle(name, document)
  if (style === titleStyle) return { node: toOdfHeading(children, element), page, isTitle: true }
  if (codeStyle.test(style)) return { node: code(toTextLines(children)), page, isLine: true }
  // Markdown renderers format a table header on their own
  const isStrong = style !== 'Table Heading' && styles.get(name)?.strong === true
  const node = paragraph(isStrong ? mergeRuns(applyMarks(children, { strong: true })) : children)
  return quoteStyle.test(style) ? { node: blockquote([node]), page, isLine: true } : { node, page }
}

const readTableRow = async (row: Element, document: OdfDocument, notes: Block[]) => {
  const cells: PhrasingContent[][] = []
  for (const cell of childElements(row)) {
    // a cell covered by a merged cell
    const isCovered = cell.name !== 'table-cell'
    if (isCovered) document.skip('hidden', textContent(cell))
    const content = isCovered ? [] : await readTableCell(readOdfChildren(cell, document), notes)
    for (let times = repeatedColumns(cell, maxRepeatedCells); times > 0; times--) cells.push(content)
    requireNarrow(cells)
  }
  return cells
}

const readOdfTable: OdfReader = async function* (element, document) {
  const notes: Block[] = []
  const rows = findElements(element, 'table-row')
  const node = createTable(await Array.fromAsync(rows, (row) => readTableRow(row, document, notes)))
  if (node) yield { node, page: document.page }
  yield* notes
}

const readOdfChildren: OdfReader = async function* (element, document) {
  for (const child of element.children)
    if (typeof child !== 'string') yield* readBlocks(child, document)
    else if (child.trim()) yield { node: paragraph([textNode(child.trim())]), page: document.page }
}

/** Reads the text in a drawing, and the titles and values of a chart. */
const readDrawingText: OdfReader = async function* (drawing, document) {
  const object = await readEmbedded(drawing, document)
  if (object?.name === 'chart') yield* readOdfChildren(object, document)
  yield* readOdfChildren(drawing, document)
}

/** Reads a drawing: its text, and its formula or image unless the image is the preview of a table. */
const readDrawingBlocks: OdfReader = async function* (drawing, document) {
  const shown = findByPath(drawing, 'table') ? [] : await readFrameContent(drawing, document)
  if (shown.length > 0) yield { node: paragraph(shown), page: document.page }
  yield* readDrawingText(drawing, document)
}

/** Skips the textual alternative of other content. */
const skipAlternative: OdfReader = async function* (element, { skip }) {
  yield* []
  skip('alternative', textContent(element))
}

/** Elements with their own reader; readers descend into all others. */
const blockReaders = byName<OdfReader>({
  h: readLine(toHeadingBlock),
  p: readLine(toOdfBlock),
  list: readOdfList(readBlocks),
  table: readOdfTable,
  object: skipAlternative,
})

export const blockElements = [...blockReaders.keys(), ...leftOutElements.keys(), 'frame', 'section']

const elementReader = (element: Element): OdfReader => {
  // titles and descriptions of drawings, which replace their content
  if (element.prefix === 'svg') return skipAlternative
  return blockReaders.get(element.name) ?? (isDrawing(element) ? readDrawingBlocks : readOdfChildren)
}

/** Reads the blocks of a text, a text box or a cell, each followed by its notes. */
export async function* readBlocks(element: Element, document: OdfDocument): AsyncGenerator<Block> {
  yield* elementReader(element)(element, document)
  for (const node of document.openNotes.splice(0)) yield { node, page: document.page }
}
