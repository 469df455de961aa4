import type { getDocumentProxy } from 'unpdf'
import { corrupt, encrypted, tooMany, UnreadableFile } from '../../../unreadable-file.ts'
import { findTurn, type TurnedPiece } from './directions.ts'

export type PdfDocument = Awaited<ReturnType<typeof getDocumentProxy>>
export type PdfPage = Awaited<ReturnType<PdfDocument['getPage']>>
type TextItem = Extract<Awaited<ReturnType<PdfPage['getTextContent']>>['items'][number], { str: string }>
type Font = { bold: boolean; mono: boolean }

const maxTextsOfPage = 500_000

const boldFont = /bold|black|heavy|demi|medi\b|^(?:\w+\+)?cmb/i
const monospacedFont = /mono|courier|consol|typewriter|menlo|inconsolata|terminal|\bcm\w*tt\d|lmtt/i
/** Fonts with few symbols, which may all have the same width. */
const symbolFont = /cmsy|cmmi|cmex|msam|msbm|symbol|dingbat|wingding|webding/i

const toUnreadable = (error: unknown) => {
  if (error instanceof UnreadableFile) return error
  return error instanceof Error && error.name === 'PasswordException' ? encrypted() : corrupt()
}

/** Converts all rejections of pdf.js to `UnreadableFile`. */
export const orUnreadable = <T>(reading: Promise<T>): Promise<T> =>
  reading.catch((error: unknown) => Promise.reject(toUnreadable(error)))

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/**
 * Returns the style of a font, by its name and by the family that pdf.js reports; the font name of a text is only an
 * ID.
 */
const findFont = ({ commonObjs }: PdfPage, id: string, family: string | undefined): Font => {
  const font: unknown = commonObjs.has(id) ? commonObjs.get(id) : undefined
  const name = isObject(font) && typeof font['name'] === 'string' ? font['name'] : ''
  const isFixed = family === 'monospace' && name !== '' && !symbolFont.test(name)
  return { bold: boldFont.test(name), mono: isFixed || monospacedFont.test(name) }
}

const isText = (item: object): item is TextItem => 'str' in item && item.str !== ''

type TextChunk = { items: object[]; styles: Record<string, { fontFamily: string }> }

/** Reads the texts of a page as a stream within limits, because a page may draw the same form many times. */
const readTexts = async (page: PdfPage, requireTime: () => void) => {
  const texts: TextItem[] = []
  const families = new Map<string, string>()
  for await (const { items, styles } of page.streamTextContent() as AsyncIterable<TextChunk>) {
    for (const item of items) if (isText(item)) texts.push(item)
    for (const [id, { fontFamily }] of Object.entries(styles)) families.set(id, fontFamily)
    requireTime()
    if (texts.length > maxTextsOfPage) throw tooMany('drawing operations')
  }
  return { texts, families }
}

/**
 * Reads the pieces of text of a page. Loads its operators first if fonts are missing, because pdf.js then knows them.
 */
export const readPieces = async (
  page: PdfPage,
  { requireTime, withFonts }: { requireTime: () => void; withFonts: boolean },
): Promise<TurnedPiece[]> => {
  const { texts, families } = await orUnreadable(readTexts(page, requireTime))
  const ids = [...new Set(texts.map(({ fontName }) => fontName))]
  if (withFonts && ids.some((id) => !page.commonObjs.has(id)))
    await page.getOperatorList().catch(() => undefined)
  const fonts = new Map(ids.map((id) => [id, findFont(page, id, families.get(id))]))
  return texts.map(({ str, transform, width, height, fontName }) => ({
    text: str,
    x: Number(transform[4]),
    y: Number(transform[5]),
    width,
    size: height || Math.abs(Number(transform[3])),
    bold: fonts.get(fontName)?.bold ?? false,
    mono: fonts.get(fontName)?.mono ?? false,
    turn: findTurn(transform.map(Number)),
  }))
}
