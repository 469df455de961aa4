import { readFile, stat } from 'node:fs/promises'
import { getDocumentProxy } from 'unpdf'
import type { Block, Reading } from '../../markdown/block.ts'
import { CharacterMapFactory } from '../../character-maps.ts'
import { tooLarge, tooMany } from '../../unreadable-file.ts'
import { isPainted, placeAnnotations, readAnnotations, toLinks } from './annotations.ts'
import { countParents, pageId, readBookmarks, type PagesById } from './bookmarks.ts'
import { readPageColumns } from './layout/columns.ts'
import { readDrawings } from './drawings.ts'
import { PdfImages } from './images.ts'
import { placeRows } from './layout/grid.ts'
import { toLines } from './layout/lines.ts'
import { mayHaveTable, splitDirections } from './layout/pieces.ts'
import { findGrids } from './layout/rules.ts'
import { requireFewOperators } from './operators.ts'
import { toBlocks, type PdfContent } from './outline.ts'
import { LostTexts, orUnreadable, readPieces, type PdfDocument } from './layout/page.ts'
import { requireSmallObjects } from './shape.ts'
import { listObjectBytes } from './streams.ts'

/** Processor time of this thread, less than the limit of the process; real pages take about 2 s per megabyte. */
const minSeconds = 4
const secondsPerMegabyte = 20

/** Creates a check that throws `UnreadableFile` if this thread has computed longer than a PDF of this size may take. */
const limitTime = (bytes: number): (() => void) => {
  const seconds = minSeconds + (secondsPerMegabyte * bytes) / 1e6
  const before = process.threadCpuUsage()
  return () => {
    if (process.threadCpuUsage(before).user > seconds * 1e6) throw tooMany('drawing operations')
  }
}

/** Number of pages whose fonts are read, because fonts take most of the time. */
const maxPagesWithFonts = 200
const maxPages = 20_000
const maxCharacters = 32_000_000
/** Maximum number of bookmarks with children: pdf.js copies them recursively, and fails at some thousand levels. */
const maxParents = 2_000
/** Share of the progress for reading pages; the rest is for joining lines. */
const readShare = 0.95

type Context = Pick<Reading, 'progress' | 'signal' | 'skip'> & {
  requireTime: () => void
  images: PdfImages
  lostTexts: LostTexts
  hasBookmarks: boolean
}

const readPdfPage = async (document: PdfDocument, number: number, context: Context) => {
  const { requireTime, images, lostTexts, skip } = context
  const page = await orUnreadable(document.getPage(number))
  const isNear = number <= maxPagesWithFonts
  const pieces = await readPieces(page, { requireTime, withFonts: isNear })
  await lostTexts.count(page)
  const annotations = await readAnnotations(page)
  const links = annotations.flatMap(toLinks)
  const hasPictures = isNear && images.size > 0
  const needsDrawings =
    hasPictures || mayHaveTable(splitDirections(pieces).upright) || annotations.some(isPainted)
  const drawings = needsDrawings ? await readDrawings(page) : []
  requireTime()
  placeAnnotations(pieces, annotations, drawings, skip)
  const { matrix, upright, turned } = splitDirections(pieces)
  const pictures = hasPictures ? images.findPictures(page, drawings, pieces.length > 0) : []
  const turnedLines = turned.flatMap((group) => toLines(group, number))
  const placed = placeRows(upright, findGrids(drawings, matrix), (own) => toLines(own, number, links))
  page.cleanup()
  return { lines: readPageColumns(placed, number, links), turned: turnedLines, pictures, ref: page.ref }
}

const readContent = async (document: PdfDocument, context: Context): Promise<PdfContent> => {
  const { numPages } = document
  const { progress, signal, requireTime, hasBookmarks } = context
  const pages: Awaited<ReturnType<typeof readPdfPage>>[] = []
  const pagesById: PagesById = new Map()
  let characters = 0
  if (numPages > maxPages) throw tooMany('pages')
  for (let number = 1; number <= numPages; number++) {
    signal?.throwIfAborted()
    requireTime()
    const page = await readPdfPage(document, number, context)
    pages.push(page)
    if (page.ref) pagesById.set(pageId(page.ref), number)
    for (const { text } of [...page.lines, ...page.turned]) characters += text.length
    if (characters > maxCharacters) throw tooLarge()
    progress((number / numPages) * readShare)
  }
  const { info } = await document.getMetadata().catch(() => ({ info: {} }))
  return {
    lines: pages.flatMap(({ lines }) => lines),
    turned: pages.flatMap(({ turned }) => turned),
    pictures: pages.flatMap(({ pictures }) => pictures),
    pages: numPages,
    bookmarks: hasBookmarks ? await readBookmarks(document, pagesById, requireTime) : [],
    title: 'Title' in info ? info.Title : undefined,
  }
}

/** Reads a file twice into memory, because pdf.js takes ownership of its copy. */
const readData = async ({ path, buffers }: Pick<Reading, 'path' | 'buffers'>) => {
  buffers.charge(2 * (await stat(path)).size)
  const file = await readFile(path)
  const objects = [...listObjectBytes(file)]
  requireSmallObjects(objects)
  requireFewOperators(file)
  const data = new Uint8Array(file)
  return { data, images: new PdfImages(file, data), hasBookmarks: countParents(objects) <= maxParents }
}

export async function* readPdf({ progress, signal, ...file }: Reading): AsyncGenerator<Block> {
  const { data, ...own } = await readData(file)
  const requireTime = limitTime(data.length)
  // pdf.js skips all images; `PdfImages` reads them within limits
  const options = { verbosity: 0, maxImageSize: 0, BinaryDataFactory: CharacterMapFactory, cMapPacked: true }
  const document = await orUnreadable(getDocumentProxy(data, options))
  try {
    const context = { progress, signal, skip: file.skip, requireTime, lostTexts: new LostTexts(), ...own }
    const content = await readContent(document, context)
    for (const block of toBlocks(content, file.skip)) {
      const shown = 'number' in block ? await own.images.toBlock(block, file) : block
      if (shown) yield shown
    }
  } finally {
    await document.loadingTask.destroy()
  }
}
