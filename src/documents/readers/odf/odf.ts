import { readArchive, type Archive } from '../../archive.ts'
import { type Block, type Reading, heading, paragraph, textNode } from '../../markdown/block.ts'
import { corrupt, encrypted } from '../../unreadable-file.ts'
import {
  childElements,
  findElements,
  readAllElements,
  readElements,
  textContent,
  type Element,
} from '../../xml.ts'
import { contentPart, openOdf, repeatedColumns, type OdfDocument } from './document.ts'
import { readSlides } from './slides.ts'
import { joinBlocks } from '../../markdown/joined-blocks.ts'
import { withMargins } from '../margins.ts'
import { blockElements, readBlocks } from './blocks.ts'
import { readMarginLines } from './margins.ts'
import { requireNarrow, SheetTables } from '../../markdown/table.ts'

/**
 * Maximum number of repeated rows read from a sheet. A file stores equal consecutive rows as one with a count, even the
 * empty rows at the end.
 */
const maxCopies = 1_000
const maxColumns = 16_384

const readRow = (row: Element): string[] => {
  const texts: string[] = []
  let empty = 0
  for (const cell of childElements(row)) {
    const text = textContent(cell).replace(/\s+/g, ' ').trim()
    const times = repeatedColumns(cell, maxColumns)
    if (text === '') empty += times
    else {
      requireNarrow(Array.from({ length: Math.min(texts.length + empty, 2 * maxColumns) }))
      texts.push(...Array.from({ length: empty }, () => ''), ...Array.from({ length: times }, () => text))
      requireNarrow(texts)
      empty = 0
    }
  }
  return texts
}

const copiesOf = ({ attributes }: Element): number =>
  Math.max(0, Number(attributes['table:number-rows-repeated'] ?? 1) - 1)

function* readSheet(sheet: Element, page: number): Generator<Block> {
  const name = sheet.attributes['table:name'] ?? `${page}`
  yield { node: heading(2, [textNode(name)]), page }
  const tables = new SheetTables()
  let left = maxCopies
  for (const element of findElements(sheet, 'table-row')) {
    const row = readRow(element)
    if (!row.some(Boolean)) continue
    const copies = Math.min(left, copiesOf(element))
    left -= copies
    for (let added = 0; added <= copies; added += 1) {
      const node = tables.add(row)
      if (node) yield { node, page }
    }
  }
  const node = tables.end()
  if (node) yield { node, page }
  for (const shape of findElements(sheet, 'shapes').flatMap((shapes) => childElements(shapes))) {
    const text = textContent(shape).trim()
    if (text) yield { node: paragraph([textNode(text)]), page }
  }
}

/** Yields the visible sheets of a workbook. */
export async function* readSheets(document: OdfDocument): AsyncGenerator<Block> {
  let page = 0
  for await (const sheet of readElements(document.archive, contentPart, ['table'], document.clean)) {
    page += 1
    if (document.styles.get(sheet.attributes['table:style-name'] ?? '')?.hidden)
      document.skip('hidden', textContent(sheet))
    else yield* readSheet(sheet, page)
  }
}

async function* readAllBlocks(document: OdfDocument): AsyncGenerator<Block> {
  for await (const element of readElements(document.archive, contentPart, blockElements, document.clean))
    yield* readBlocks(element, document, null)
}

async function* readWholeText(document: OdfDocument): AsyncGenerator<Block> {
  yield* withMargins(joinBlocks(readAllBlocks(document)), await readMarginLines(document), document.skip)
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
