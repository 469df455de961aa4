import { readArchive, type Archive } from '../../archive.ts'
import { type Block, type Reading, heading, textNode } from '../../markdown/block.ts'
import { corrupt, encrypted } from '../../unreadable-file.ts'
import {
  readAllElements,
  readElements,
  childElements,
  findElements,
  textContent,
  type Element,
} from '../../xml.ts'
import { contentPart, openOdf, type OdfDocument, findStylesWith, repeatedColumns } from './document.ts'
import { readSlides } from './slides.ts'
import type { BlockContent } from 'mdast'
import { OpenBlock } from '../../markdown/open-block.ts'
import { withMargins } from '../margins.ts'
import { readBlocks } from './blocks.ts'
import { readMarginLines } from './margins.ts'
import { requireNarrow, SheetTables } from '../../markdown/table.ts'

const maxColumns = 200

const readRow = (row: Element): string[] => {
  const texts: string[] = []
  for (const cell of childElements(row)) {
    const text = findElements(cell, 'p').map(textContent).join(' ').trim()
    for (let times = repeatedColumns(cell, maxColumns); times > 0; times--) texts.push(text)
    requireNarrow(texts)
  }
  return texts
}

function* readSheet(sheet: Element, page: number): Generator<Block> {
  const name = sheet.attributes['table:name'] ?? `${page}`
  yield { node: heading(2, [textNode(name)]), page }
  const tables = new SheetTables()
  for (const element of findElements(sheet, 'table-row')) {
    const row = readRow(element)
    const node = row.some(Boolean) ? tables.add(row) : undefined
    if (node) yield { node, page }
  }
  const node = tables.end()
  if (node) yield { node, page }
}

/** The sheets of a workbook that are shown. */
export async function* readSheets(document: OdfDocument): AsyncGenerator<Block> {
  const hidden = await findStylesWith(document, 'table-properties', 'table:display', 'false')
  let page = 0
  for await (const sheet of readElements(document.archive, contentPart, ['table'])) {
    page += 1
    if (!hidden.has(sheet.attributes['table:style-name'] ?? '')) yield* readSheet(sheet, page)
  }
}

/** Tables of contents and indexes lead to pages, and a course has none. */
const indexElements = [
  'table-of-content',
  'alphabetical-index',
  'illustration-index',
  'table-index',
  'object-index',
]
const blockElements = ['h', 'p', 'list', 'table', 'section', 'frame', ...indexElements]

async function* readAllBlocks(document: OdfDocument): AsyncGenerator<Block> {
  for await (const element of readElements(document.archive, contentPart, blockElements))
    yield* readBlocks(element, document, null)
}

/** The blocks of a text; paragraphs of code or of a quotation that follow one another are one block. */
async function* readOdfText(document: OdfDocument): AsyncGenerator<Block> {
  const open = new OpenBlock()
  for await (const block of readAllBlocks(document)) {
    const { node } = block
    if (node.type === 'code') yield* open.addCode(node.value, null)
    else if (node.type === 'blockquote') yield* open.addQuotes(node.children as BlockContent[], null)
    else {
      yield* open.close()
      yield block
    }
  }
  yield* open.close()
}

async function* readWholeText(document: OdfDocument): AsyncGenerator<Block> {
  yield* withMargins(readOdfText(document), await readMarginLines(document.archive), document.skip)
}

const isEncrypted = async (archive: Archive): Promise<boolean> =>
  (await readAllElements(archive, 'META-INF/manifest.xml', ['encryption-data'])).length > 0

const readMediaType = async (archive: Archive): Promise<string> =>
  archive.has('mimetype') ? Buffer.from(await archive.readBytes('mimetype')).toString() : ''

const selectReader = (mediaType: string) => {
  if (mediaType.includes('presentation')) return readSlides
  return mediaType.includes('spreadsheet') ? readSheets : readWholeText
}

export const readOdf = ({ images, skip, ...file }: Reading): AsyncGenerator<Block> =>
  readArchive(file, async function* (archive) {
    if (!archive.has(contentPart)) throw corrupt()
    if (await isEncrypted(archive)) throw encrypted()
    const document = await openOdf(archive, { images, skip })
    const read = selectReader(await readMediaType(archive))
    yield* read(document)
  })
