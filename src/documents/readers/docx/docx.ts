import type { BlockContent, PhrasingContent, RootContent } from 'mdast'
import { readArchive } from '../../archive.ts'
import { anchor } from '../../markdown/anchors.ts'
import { paragraph, textNode, type Block, type Reading } from '../../markdown/block.ts'
import { readTableCell, trimInline } from '../../markdown/inline.ts'
import { joinBlocks } from '../../markdown/list.ts'
import { requireNarrow, createTable } from '../../markdown/table.ts'
import { findMainPart } from '../../relationships.ts'
import { byName, findByPath, findElements, readElements, textContent, type Element } from '../../xml.ts'
import { readChart } from '../chart.ts'
import { parseHtmlFragment } from '../html/html.ts'
import { withMargins } from '../margins.ts'
import { readSmartArt } from '../smart-art.ts'
import { leftOutElements, openDocx, type DocxDocument } from './document.ts'
import { readDocxInline } from './inline.ts'
import { readMarginLines } from './margins.ts'
import { isTableOfContents, readFormat, paragraphToBlock } from './paragraph.ts'
import { getValue } from './styles.ts'

type Handler = (element: Element, document: DocxDocument) => AsyncGenerator<Block>

const maxSpannedColumns = 100

/** Yields the definitions of the open notes. */
async function* writeNotes(document: DocxDocument): AsyncGenerator<Block> {
  for (const label of document.openNotes.splice(0)) {
    const note = document.notes.get(label)
    if (!note) continue
    const children: BlockContent[] = []
    for await (const { node } of joinBlocks(readBody(note, document))) children.push(node as BlockContent)
    yield { node: { type: 'footnoteDefinition', identifier: label, label, children }, page: document.page }
  }
}

async function* readParagraph(element: Element, document: DocxDocument): AsyncGenerator<Block> {
  const startPage = document.page
  const format = readFormat(element, document)
  if (isTableOfContents(format)) return document.skip('contents', textContent(element))
  const children = trimInline(await readDocxInline(element, document))
  // a page break within a heading precedes its text
  const page = format.depth > 0 ? document.page : startPage
  const drawings = document.drawings.splice(0)
  if (children.length > 0) yield paragraphToBlock({ format, page, children }, document.numbering)
  for (const drawing of drawings) yield* readBody(drawing, document)
  yield* writeNotes(document)
}

/** Returns true if a cell continues the merged cell above it. */
const continuesCell = (properties: Element | undefined): boolean => {
  const merge = findByPath(properties, 'vMerge')
  return merge !== undefined && getValue(merge) !== 'restart'
}

/** Reads the cells of a row and their notes; adds an empty cell for each further column that a cell spans. */
const readDocxRow = async (row: Element[], document: DocxDocument, notes: Block[]) => {
  const cells: PhrasingContent[][] = []
  for (const cell of row) {
    const properties = findByPath(cell, 'tcPr')
    const columns = Number(getValue(findByPath(properties, 'gridSpan')) ?? 1)
    cells.push(continuesCell(properties) ? [] : await readTableCell(readBody(cell, document), notes))
    for (let spanned = Math.min(maxSpannedColumns, columns); spanned > 1; spanned--) cells.push([])
    requireNarrow(cells)
  }
  return cells
}

/** Reads a table; a table of one cell is a frame, so only its content is read. */
async function* readTable(element: Element, document: DocxDocument): AsyncGenerator<Block> {
  const { page } = document
  const rows = findElements(element, 'tr').map((row) => findElements(row, 'tc'))
  const [first, second] = rows.flat()
  if (first && !second) return yield* joinBlocks(readBody(first, document))
  const notes: Block[] = []
  const node = createTable(await Array.fromAsync(rows, (row) => readDocxRow(row, document, notes)))
  if (node) yield { node, page }
  yield* notes
}

type NodesReader = (element: Element, document: DocxDocument) => RootContent[] | Promise<RootContent[]>

/** Returns a handler that yields the nodes of an element, such as those of a chart, on the current page. */
const toHandler = (read: NodesReader): Handler =>
  async function* readNodes(element, document) {
    for (const node of await read(element, document)) yield { node, page: document.page }
  }

/** Reads HTML or plain text within the document (ECMA-376 part 1, 17.17.2.1); skips other formats. */
const readChunk = async ({ attributes }: Element, document: DocxDocument): Promise<RootContent[]> => {
  const part = document.relationships.get(attributes['r:id'] ?? '')?.target ?? ''
  if (!document.archive.has(part)) return []
  const isText = /\.txt$/i.test(part)
  if (!isText && !/\.x?html?$/i.test(part)) {
    document.skip('embedded', part)
    return []
  }
  const text = Buffer.from(await document.archive.readBytes(part)).toString()
  return isText ? [paragraph([textNode(text)])] : parseHtmlFragment(text, document)
}

async function* readBody(body: Element, document: DocxDocument): AsyncGenerator<Block> {
  for (const child of body.children)
    if (typeof child !== 'string') yield* readBlock(child, document)
    else if (child.trim()) yield { node: paragraph([textNode(child.trim())]), page: document.page }
}

/** Elements with their own handler; readers descend into all others. */
const blockHandlers = byName<Handler>({
  p: readParagraph,
  tbl: readTable,
  bookmarkStart: toHandler(({ attributes }) => [anchor(attributes['w:name'] ?? '')]),
  chart: toHandler(readChart),
  relIds: toHandler(readSmartArt),
  altChunk: toHandler(readChunk),
})

const readBlock: Handler = (element, document) =>
  (blockHandlers.get(element.name) ?? readBody)(element, document)

async function* readWhole(document: DocxDocument, part: string): AsyncGenerator<Block> {
  const names = [...blockHandlers.keys(), ...leftOutElements.keys(), 'sdt', 'AlternateContent']
  for await (const element of readElements(document.archive, part, names, document.clean))
    yield* readBlock(element, document)
}

export const readDocx = (reading: Reading): AsyncGenerator<Block> =>
  readArchive(reading, async function* (archive) {
    const part = await findMainPart(archive, 'word/document.xml')
    const document = await openDocx(archive, part, reading)
    const lines = await readMarginLines(document)
    yield* withMargins(joinBlocks(readWhole(document, part)), lines, reading.skip, document.page)
  })
