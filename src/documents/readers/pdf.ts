import { readFile } from 'node:fs/promises'
import { getDocumentProxy } from 'unpdf'
import type { Block, Reading } from '../block.ts'
import { corrupt, encrypted } from '../unreadable-file.ts'
import { toBlocks } from './pdf-blocks.ts'
import { toLines, type PdfLine, type PdfPiece } from './pdf-lines.ts'

type PdfDocument = Awaited<ReturnType<typeof getDocumentProxy>>
type PdfPage = Awaited<ReturnType<PdfDocument['getPage']>>
type TextItem = Extract<Awaited<ReturnType<PdfPage['getTextContent']>>['items'][number], { str: string }>

/** The fonts of further pages are not looked at: that takes most of the time. */
const maxPagesWithFonts = 200
/** What is left of the progress to put lines together. */
const readShare = 0.95

const toUnreadable = (error: unknown) =>
  error instanceof Error && error.name === 'PasswordException' ? encrypted() : corrupt()

const orUnreadable = <T>(reading: Promise<T>): Promise<T> =>
  reading.catch((error: unknown) => Promise.reject(toUnreadable(error)))

/** The name by which a font knows itself, which says whether it is bold; what pdf.js gives with a text is a number. */
const findFontName = ({ commonObjs }: PdfPage, id: string): string => {
  const font: unknown = commonObjs.has(id) ? commonObjs.get(id) : undefined
  return typeof font === 'object' && font !== null && 'name' in font ? String(font.name) : ''
}

const findFontNames = (page: PdfPage, texts: TextItem[]): Map<string, string> =>
  new Map([...new Set(texts.map(({ fontName }) => fontName))].map((id) => [id, findFontName(page, id)]))

const readPieces = async (page: PdfPage): Promise<PdfPiece[]> => {
  const { items } = await orUnreadable(page.getTextContent())
  const texts = items.filter((item): item is TextItem => 'str' in item && item.str !== '')
  // the fonts are there once the operators have been read
  if (texts.length > 0 && page.pageNumber <= maxPagesWithFonts)
    await page.getOperatorList().catch(() => undefined)
  const fonts = findFontNames(page, texts)
  return texts.map(({ str, transform, width, height, fontName }) => ({
    text: str,
    x: Number(transform[4]),
    y: Number(transform[5]),
    width,
    size: height || Math.abs(Number(transform[3])),
    font: fonts.get(fontName) ?? '',
  }))
}

const readLines = async (
  document: PdfDocument,
  { progress, signal }: Pick<Reading, 'progress' | 'signal'>,
): Promise<PdfLine[]> => {
  const lines: PdfLine[] = []
  for (let number = 1; number <= document.numPages; number++) {
    signal?.throwIfAborted()
    const page = await orUnreadable(document.getPage(number))
    lines.push(...toLines(await readPieces(page), number))
    page.cleanup()
    progress((number / document.numPages) * readShare)
  }
  return lines
}

export async function* readPdf({ path, progress, signal }: Reading): AsyncGenerator<Block> {
  const data = new Uint8Array(await readFile(path))
  const document = await orUnreadable(getDocumentProxy(data, { verbosity: 0 }))
  try {
    yield* toBlocks(await readLines(document, { progress, signal }), document.numPages)
  } finally {
    await document.loadingTask.destroy()
  }
}
