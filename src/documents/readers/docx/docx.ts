import type { BlockContent } from 'mdast'
import { readArchive, type Archive } from '../../archive.ts'
import { anchor } from '../../markdown/anchors.ts'
import { paragraph, textNode, type Block, type Reading } from '../../markdown/block.ts'
import { readCell, trimInline } from '../../markdown/inline.ts'
import { joinBlocks } from '../../markdown/joined-blocks.ts'
import { findMainPart } from '../../relationships.ts'
import { readElements, textContent, type Element } from '../../xml.ts'
import { readChart } from '../chart.ts'
import { parseHtmlFragment } from '../html/html.ts'
import { withMargins } from '../margins.ts'
import { readSmartArt } from '../smart-art.ts'
import { openDocx, type DocxDocument } from './document.ts'
import { readDocxInline } from './inline.ts'
import { leftOutElements } from './left-out.ts'
import { readMarginLines } from './margins.ts'
import { isTableOfContents, readFormat, paragraphToBlock } from './paragraph.ts'
import { listCells, readDocxTable } from './table.ts'

type Handler = (element: Element, document: DocxDocument) => AsyncGenerator<Block>

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

/** Reads a table; a table of one cell is a frame, so only its content is read. */
async function* readTableBlock(element: Element, document: DocxDocument): AsyncGenerator<Block> {
  const { page } = document
  const rows = listCells(element)
  const [first, second] = rows.flat()
  if (first && !second) return yield* joinBlocks(readBody(first, document))
  const notes: Block[] = []
  const node = await readDocxTable(rows, (cell) => readCell(readBody(cell, document), notes))
  if (node) yield { node, page }
  yield* notes
}

async function* readBookmark({ attributes }: Element, { page }: DocxDocument): AsyncGenerator<Block> {
  yield { node: anchor(attributes['w:name'] ?? ''), page }
}

/** Reads the blocks of a separate part, such as a chart. */
const readPart = (read: (element: Element, document: DocxDocument) => Promise<BlockContent[]>): Handler =>
  async function* readNodes(element, document) {
    for (const node of await read(element, document)) yield { node, page: document.page }
  }

/**
 * Reads a document within the document (ECMA-376 part 1, 17.17.2.1): the text of HTML and plain text; skips other
 * formats.
 */
async function* readChunk({ attributes }: Element, document: DocxDocument): AsyncGenerator<Block> {
  const part = document.relationships.get(attributes['r:id'] ?? '')?.target ?? ''
  if (!document.archive.has(part)) return
  if (!/\.(?:x?html?|txt)$/i.test(part)) return document.skip('embedded', part)
  const text = Buffer.from(await document.archive.readBytes(part)).toString()
  if (/\.txt$/i.test(part)) yield { node: paragraph([textNode(text)]), page: document.page }
  else for (const node of parseHtmlFragment(text, document)) yield { node, page: document.page }
}

async function* readText(text: string, document: DocxDocument): AsyncGenerator<Block> {
  if (!text.trim()) return
  yield { node: paragraph([textNode(text.trim())]), page: document.page }
}

async function* readBody(body: Element, document: DocxDocument): AsyncGenerator<Block> {
  for (const child of body.children)
    yield* typeof child === 'string' ? readText(child, document) : readBlock(child, document)
}

/** Elements with their own handler; readers descend into all others. */
const blockHandlers = new Map<string, Handler>(
  Object.entries({
    p: readParagraph,
    tbl: readTableBlock,
    bookmarkStart: readBookmark,
    chart: readPart(readChart),
    relIds: readPart(readSmartArt),
    altChunk: readChunk,
  }),
)

async function* readBlock(element: Element, document: DocxDocument): AsyncGenerator<Block> {
  const handle = blockHandlers.get(element.name) ?? readBody
  yield* handle(element, document)
}

async function* readWhole(archive: Archive, document: DocxDocument, part: string): AsyncGenerator<Block> {
  const names = [...blockHandlers.keys(), ...leftOutElements.keys(), 'sdt', 'AlternateContent']
  for await (const element of readElements(archive, part, names, document.clean))
    yield* readBlock(element, document)
}

export const readDocx = ({ images, skip, ...file }: Reading): AsyncGenerator<Block> =>
  readArchive(file, async function* (archive) {
    const part = await findMainPart(archive, 'word/document.xml')
    const document = await openDocx(archive, part, { images, skip })
    const lines = await readMarginLines(document)
    yield* withMargins(joinBlocks(readWhole(archive, document, part)), lines, skip, document.page)
  })
