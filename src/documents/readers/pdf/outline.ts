import { heading, paragraph, textNode, type Block, type Skip } from '../../markdown/block.ts'
import { BlockBuilder } from './layout/blocks.ts'
import { findContents, findOwnWords, removeContents } from './layout/contents.ts'
import { placeBookmarks, type Bookmark, type Row } from './layout/headings.ts'
import { PdfLayout } from './layout/layout.ts'
import type { PdfLine } from './layout/line.ts'
import { findMark } from './layout/list.ts'
import { splitPageMargins } from './layout/margins.ts'
import { removeLogos, type PdfPicture } from './images.ts'
import { findTables } from './layout/tables.ts'
import { collectWords, toInlineContent } from './text.ts'
import { PdfTitle } from './layout/title.ts'

/** Content of a document; `title` is the title in its metadata. */
export type PdfContent = {
  lines: PdfLine[]
  /** Rotated lines, such as labels of a chart or a watermark. */
  turned: PdfLine[]
  pictures: PdfPicture[]
  pages: number
  bookmarks: Bookmark[]
  title: unknown
}

const maxIndentPoints = 3
/** Depth of headings before the first chapter. */
const frontDepth = 2 // copias, granary
/** Maximum share of lines around the title that the outline omits; a letter has more such lines, and keeps them. */
const maxShareOfCompany = 0.05

/**
 * Returns the depths of rows, 0 for text. Bookmarks define the headings and their depths; other headings are one level
 * below the previous bookmark if they are large or not indented. Before it, only text in large type is a heading.
 */
const findDepths = (rows: Row[], layout: PdfLayout, hasBookmarks: boolean): number[] => {
  let depth = 0
  return rows.map(({ line, heading: named }) => {
    if (named) depth = named.depth
    if (named || !hasBookmarks) return named?.depth ?? layout.findDepth(line)
    if (depth === 0) return layout.isLarge(line) ? frontDepth : 0
    const isSet = layout.isLarge(line) || line.x <= layout.leftEdge + maxIndentPoints
    return isSet && layout.findDepth(line) > 0 ? depth + 1 : 0
  })
}

/** Returns the rows without margins and contents, and the lines of these with words that occur nowhere else. */
const toContentRows = ({ lines, turned, pages, bookmarks }: PdfContent, skip: Skip) => {
  const { text, margins } = splitPageMargins(lines, pages)
  const contents = findContents(text)
  const layout = new PdfLayout(text.filter((line) => !contents.has(line)))
  const marked = placeBookmarks(text, bookmarks)
  const rows: Row[] = marked ?? text.map((line) => ({ line }))
  const depths = findDepths(rows, layout, marked !== undefined)
  const left = removeContents(rows, depths, contents)
  const leftLines = left.map(({ line }) => line)
  const ownWords = findOwnWords({ margins, contents, turned }, leftLines)
  const kept = new Set<unknown>([...ownWords, ...left.map(({ line, heading: named }) => named ?? line)])
  for (const line of [...margins, ...turned]) if (!kept.has(line)) skip('margin', line.text)
  for (const { line, heading: named } of rows)
    if (!kept.has(named ?? line)) skip('contents', named?.text ?? line.text)
  return { layout, rows: left, ownWords, hasBookmarks: marked !== undefined }
}

/** Returns the lines before the first heading that is not the title. */
const listFront = (rows: Row[], depths: number[], title: PdfTitle, hasBookmarks: boolean): PdfLine[] => {
  const end = rows.findIndex(({ line, heading: named }, at) =>
    hasBookmarks ? named !== undefined : (depths[at] ?? 0) > 0 && !title.isPart(line.text),
  )
  return rows.slice(0, end < 0 ? rows.length : end).map(({ line }) => line)
}

const isAbove = (picture: PdfPicture, { page, y }: PdfLine) =>
  picture.page < page || (picture.page === page && picture.bottom >= y)

const listTableLines = (rows: Row[], depths: number[]) =>
  rows.map(({ line, isAside }, at) => {
    const isText = !line.mono && !isAside && !findMark(line)
    return depths[at] === 0 && (line.row || isText) ? line : undefined
  })

const readPdfRows = (content: PdfContent, skip: Skip) => {
  const { layout, rows: all, hasBookmarks, ownWords } = toContentRows(content, skip)
  const lines = all.filter(({ heading: named }) => named === undefined).map(({ line }) => line)
  const title = new PdfTitle(content.title, lines, layout)
  const allDepths = findDepths(all, layout, hasBookmarks)
  const front = listFront(all, allDepths, title, hasBookmarks)
  const ofTitle = title.listLines(front)
  const around = title.listCompany(front).difference(ofTitle)
  const company = around.size <= lines.length * maxShareOfCompany ? around : new Set()
  const isOfTitle = (row: Row) => (row.heading ? title.is(row.heading.text) : ofTitle.has(row.line))
  const depths = allDepths.filter((_, at) => !isOfTitle(all[at] as Row))
  const left = all.filter((row) => !isOfTitle(row))
  const rows = left.map((row) => (company.has(row.line) ? { ...row, isAside: true } : row))
  const tables = findTables(listTableLines(rows, depths), layout.leading)
  const builder = new BlockBuilder(layout, collectWords(lines.map(({ text }) => text)))
  return { rows, depths, tables, builder, title: title.text, ownWords }
}

function* listBlocks(
  { rows, depths, tables, builder }: ReturnType<typeof readPdfRows>,
  pictures: PdfPicture[],
): Generator<Block | PdfPicture> {
  const due: PdfPicture[] = []
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] as Row
    while (pictures[0] && isAbove(pictures[0], row.line)) due.push(...pictures.splice(0, 1))
    const table = tables.get(at)
    if (builder.isClosed) yield* due.splice(0)
    const closed = [...(table ? builder.close() : builder.add(row, depths[at] ?? 0))]
    yield* closed
    if (closed.length > 0) yield* due.splice(0)
    if (table) yield { node: table.node, page: row.line.page, ...(row.isAside && { isAside: true }) }
    at += table ? table.count - 1 : 0
  }
  yield* builder.close()
  yield* [...due, ...pictures]
}

export function* toBlocks(content: PdfContent, skip: Skip): Generator<Block | PdfPicture> {
  const read = readPdfRows(content, skip)
  const pictures = removeLogos(content.pictures, content.pages)
  const { title, rows, ownWords } = read
  // metadata alone is no text: a scan with only pictures gets no title block
  if (title !== undefined && (rows.length > 0 || ownWords.length > 0))
    yield { node: heading(1, [textNode(title)]), page: rows[0]?.line.page ?? 1, isTitle: true }
  yield* listBlocks(read, pictures)
  for (const line of ownWords)
    yield { node: paragraph(toInlineContent(line)), page: line.page, isAside: true }
}
