import { readArchive, type Archive } from '../../archive.ts'
import { type Block, type Reading, heading, paragraph, textNode } from '../../markdown/block.ts'
import { corrupt, encrypted } from '../../unreadable-file.ts'
import {
  childElements,
  findElements,
  readAllElements,
  readElement,
  readElements,
  textContent,
  type Element,
} from '../../xml.ts'
import { contentPart, openOdf, repeatedColumns, type OdfDocument } from './document.ts'
import { readSlides } from './slides.ts'
import { joinBlocks } from '../../markdown/list.ts'
import { cleaner } from '../cleaner.ts'
import { withMargins } from '../margins.ts'
import { blockElements, readBlocks } from './blocks.ts'
import { requireNarrow, SheetTables } from '../../markdown/table.ts'

/** Maximum number of repeated rows read from a sheet, because a file counts even the empty rows at its end. */
const maxCopies = 1_000
const maxColumns = 16_384

const readSheetRow = (row: Element): string[] => {
  const texts: string[] = []
  let empty = 0
  for (const cell of childElements(row)) {
    const text = textContent(cell).replace(/\s+/g, ' ').trim()
    const times = repeatedColumns(cell, maxColumns)
    if (text === '') empty += times
    else {
      requireNarrow({ length: texts.length + empty })
      texts.push(...Array<string>(empty).fill(''), ...Array<string>(times).fill(text))
      requireNarrow(texts)
      empty = 0
    }
  }
  return texts
}

function* readSheet(sheet: Element, page: number): Generator<Block> {
  const name = sheet.attributes['table:name'] ?? `${page}`
  yield { node: heading(2, [textNode(name)]), page }
  const tables = new SheetTables()
  let left = maxCopies
  for (const element of findElements(sheet, 'table-row')) {
    const row = readSheetRow(element)
    if (!row.some(Boolean)) continue
    const rows = Number(element.attributes['table:number-rows-repeated'] ?? 1)
    const copies = Math.min(left, Math.max(0, rows - 1))
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
    yield* readBlocks(element, document)
}

const margins = ['header', 'header-left', 'header-first', 'footer', 'footer-left', 'footer-first']

/** Fields that a program fills in on each page. */
const filledIn = new Set(['page-number', 'page-count', 'page-continuation', 'date', 'time'])

/** Yields the blocks of a text, and the lines of its headers and footers. */
async function* readWholeText(document: OdfDocument): AsyncGenerator<Block> {
  const { archive, skip } = document
  const clean = cleaner(({ name }) => (filledIn.has(name) ? 'margin' : undefined), skip)
  const elements = await readAllElements(archive, 'styles.xml', margins, clean)
  const lines = elements.flatMap((margin) => findElements(margin, 'p', 'h').map(textContent))
  yield* withMargins(joinBlocks(readAllBlocks(document)), lines, skip)
}

const readMediaType = async (archive: Archive): Promise<string> =>
  archive.has('mimetype') ? Buffer.from(await archive.readBytes('mimetype')).toString() : ''

export const readOdf = (reading: Reading): AsyncGenerator<Block> =>
  readArchive(reading, async function* (archive) {
    if (!archive.has(contentPart)) throw corrupt()
    if (await readElement(archive, 'META-INF/manifest.xml', 'encryption-data')) throw encrypted()
    const document = await openOdf(archive, reading)
    const mediaType = await readMediaType(archive)
    if (mediaType.includes('presentation')) yield* readSlides(document)
    else if (mediaType.includes('spreadsheet')) yield* readSheets(document)
    else yield* readWholeText(document)
  })
