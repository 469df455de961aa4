import type { getDocumentProxy } from 'unpdf'
import { corrupt, encrypted, tooMany, UnreadableFile } from '../../../unreadable-file.ts'
import { readOperators } from '../drawings.ts'
import { findTurn, type TurnedPiece } from './pieces.ts'

export type PdfDocument = Awaited<ReturnType<typeof getDocumentProxy>>
export type PdfPage = Awaited<ReturnType<PdfDocument['getPage']>>
type TextItem = Extract<Awaited<ReturnType<PdfPage['getTextContent']>>['items'][number], { str: string }>
type TextChunk = { items: object[]; styles: Record<string, { fontFamily: string }> }

const maxTextsOfPage = 500_000

const boldFont = /bold|black|heavy|demi|medi\b|^(?:\w+\+)?cmb/i
const monospacedFont = /mono|courier|consol|typewriter|menlo|inconsolata|terminal|\bcm\w*tt\d|lmtt/i
/** Fonts with few symbols, which may all have the same width. */
const symbolFont = /cmsy|cmmi|cmex|msam|msbm|symbol|dingbat|wingding|webding/i

/** Converts all rejections of pdf.js to `UnreadableFile`. */
export const orUnreadable = <T>(reading: Promise<T>): Promise<T> =>
  reading.catch((error: unknown) => {
    if (error instanceof UnreadableFile) throw error
    throw error instanceof Error && error.name === 'PasswordException' ? encrypted() : corrupt()
  })

/** Returns a font, or the error message that pdf.js stores in its place; undefined if it is not loaded. */
const getFont = ({ commonObjs }: PdfPage, id: string): unknown =>
  commonObjs.has(id) ? commonObjs.get(id) : undefined

/** Returns the style of a font by its name and its family, because the font name of a text is only an ID. */
const findStyle = (font: unknown, family: string | undefined) => {
  const isNamed = typeof font === 'object' && font !== null && 'name' in font
  const name = isNamed && typeof font.name === 'string' ? font.name : ''
  const isFixed = family === 'monospace' && name !== '' && !symbolFont.test(name)
  return { bold: boldFont.test(name), mono: isFixed || monospacedFont.test(name) }
}

const isTextItem = (item: object): item is TextItem => 'str' in item && item.str !== ''

/** Reads the texts of a page as a stream within limits, because a page may draw the same form many times. */
const readTexts = async (page: PdfPage, requireTime: () => void) => {
  const texts: TextItem[] = []
  const families = new Map<string, string>()
  for await (const { items, styles } of page.streamTextContent() as AsyncIterable<TextChunk>) {
    for (const item of items) if (isTextItem(item)) texts.push(item)
    for (const [id, { fontFamily }] of Object.entries(styles)) families.set(id, fontFamily)
    requireTime()
    if (texts.length > maxTextsOfPage) throw tooMany('drawing operations')
  }
  return { texts, families }
}

/** Reads the pieces of text of a page; loads its operators if fonts are missing, because pdf.js then knows them. */
export const readPieces = async (
  page: PdfPage,
  { requireTime, withFonts }: { requireTime: () => void; withFonts: boolean },
): Promise<TurnedPiece[]> => {
  const { texts, families } = await orUnreadable(readTexts(page, requireTime))
  const ids = [...new Set(texts.map(({ fontName }) => fontName))]
  if (withFonts && ids.some((id) => !page.commonObjs.has(id)))
    await page.getOperatorList().catch(() => undefined)
  const styles = new Map(ids.map((id) => [id, findStyle(getFont(page, id), families.get(id))]))
  return texts.map(({ str, transform, width, height, fontName }) => ({
    text: str,
    x: Number(transform[4]),
    y: Number(transform[5]),
    width,
    size: height || Math.abs(Number(transform[3])),
    ...(styles.get(fontName) ?? { bold: false, mono: false }),
    turn: findTurn(transform.map(Number)),
  }))
}

/** Number of pages checked for lost texts; a document uses the same fonts throughout. */
const maxPages = 5
const maxShareOfLost = 0.4
const minLost = 3

/** Counts texts in fonts with an unknown character map, which pdf.js drops silently. */
export class LostTexts {
  #texts = 0
  #lost = 0

  /** Throws `UnreadableFile` if most of the text would be lost silently. */
  async count(page: PdfPage) {
    if (page.pageNumber > maxPages) return
    let isLost = false
    for (const { name, args } of await readOperators(page)) {
      if (name === 'setFont') isLost = /cmap/i.test(String(getFont(page, String(args[0]))))
      if (name !== 'showText') continue
      this.#texts += 1
      this.#lost += isLost ? 1 : 0
    }
    if (this.#lost >= minLost && this.#lost > this.#texts * maxShareOfLost)
      throw new UnreadableFile(
        'unknown_encoding',
        'The text of the file is in an encoding that cannot be read; upload the original document instead.',
      )
  }
}
