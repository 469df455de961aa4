import type { BlockContent } from 'mdast'
import { readArchive, type Archive } from '../../archive.ts'
import { anchor } from '../../markdown/anchors.ts'
import { paragraph, type Block, type Reading } from '../../markdown/block.ts'
import { trimInline } from '../../markdown/inline.ts'
import { findMainPart } from '../../relationships.ts'
import { childElements, findByPath, findElements, readElements, type Element } from '../../xml.ts'
import { withMargins } from '../margins.ts'
import { readSmartArt } from '../smart-art.ts'
import { openDocx, type DocxDocument } from './document.ts'
import { readDocxInline } from './inline.ts'
import { readMarginLines } from './margins.ts'
import { isTableOfContents, readFormat, paragraphToBlocks } from './paragraph.ts'
import { getValue } from './styles.ts'
import { listCells, readDocxTable } from './table.ts'

type Handler = (element: Element, document: DocxDocument) => AsyncGenerator<Block>

/** The notes that were referred to, as definitions. */
async function* writeNotes(document: DocxDocument): AsyncGenerator<Block> {
  for (const label of document.openNotes.splice(0)) {
    const note = document.notes.get(label)
    if (!note) continue
    const children: BlockContent[] = []
    for (const element of childElements(note, 'p'))
      children.push(paragraph(trimInline(await readDocxInline(element, document))))
    yield { node: { type: 'footnoteDefinition', identifier: label, label, children }, page: document.page }
  }
}

async function* readParagraph(element: Element, document: DocxDocument): AsyncGenerator<Block> {
  const startPage = document.page
  const format = readFormat(element, document)
  if (isTableOfContents(format)) return
  const children = trimInline(await readDocxInline(element, document))
  // a page break within a heading stands before its text
  const page = format.depth > 0 ? document.page : startPage
  if (children.length > 0) yield* paragraphToBlocks({ format, page, children }, document)
  const [textBox] = findElements(element, 'txbxContent')
  if (textBox) yield* readBody(textBox, document)
  for (const node of await readSmartArt(element, document)) yield { node, page: document.page }
  if (document.openNotes.length === 0) return
  yield* document.openBlock.close()
  yield* writeNotes(document)
}

/** A table; one of a single cell is a frame around what stands in it. */
async function* readTableBlock(element: Element, document: DocxDocument): AsyncGenerator<Block> {
  yield* document.openBlock.close()
  const { page } = document
  const rows = listCells(element)
  const [first, second] = rows.flat()
  if (first && !second) return yield* readBody(first, document)
  const node = await readDocxTable(rows, document)
  if (node) yield { node, page }
  yield* writeNotes(document)
}

async function* readContentControl(element: Element, document: DocxDocument): AsyncGenerator<Block> {
  const gallery = getValue(findByPath(element, 'sdtPr', 'docPartObj', 'docPartGallery'))
  const content = findByPath(element, 'sdtContent')
  if (gallery !== 'Table of Contents' && content) yield* readBody(content, document)
}

async function* readBookmark({ attributes }: Element, { page }: DocxDocument): AsyncGenerator<Block> {
  yield { node: anchor(attributes['w:name'] ?? ''), page }
}

async function* readBody(body: Element, document: DocxDocument): AsyncGenerator<Block> {
  for (const child of childElements(body)) yield* readBlock(child, document)
}

/** The blocks of a document, by their element; others hold no text. */
const blockHandlers = new Map<string, Handler>(
  Object.entries({
    p: readParagraph,
    tbl: readTableBlock,
    sdt: readContentControl,
    bookmarkStart: readBookmark,
    customXml: readBody,
    ins: readBody,
    smartTag: readBody,
  }),
)

async function* readBlock(element: Element, document: DocxDocument): AsyncGenerator<Block> {
  const handle = blockHandlers.get(element.name)
  if (handle) yield* handle(element, document)
}

async function* readWhole(archive: Archive, document: DocxDocument, part: string): AsyncGenerator<Block> {
  for await (const element of readElements(archive, part, ['p', 'tbl', 'sdt', 'bookmarkStart']))
    yield* readBlock(element, document)
  yield* document.openBlock.close()
}

export const readDocx = ({ images, ...file }: Reading): AsyncGenerator<Block> =>
  readArchive(file, async function* (archive) {
    const part = await findMainPart(archive, 'word/document.xml')
    const document = await openDocx(archive, part, images)
    const lines = await readMarginLines(document)
    yield* withMargins(readWhole(archive, document, part), lines, document.page)
  })
