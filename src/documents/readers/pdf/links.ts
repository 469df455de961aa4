import type { PdfPiece, Placed } from './layout/pieces.ts'
import type { TextLink } from './text.ts'

/** A rectangle of a page that leads somewhere: to a URL, or to another place of the document when it has none. */
export type PdfLink = { url: string | null; x: number; end: number; bottom: number; top: number }

/** Where the middle of small letters is, as a share of their size. */
const middleHeight = 0.3
const maxSnapCharacters = 4
const wordStart = /(?<![^\s(«“"'’])(?=\S)/y
const wordEnd = /(?<=\S)(?=$|[\s.,;:)»”"])/y

/** The part of a line's text that is between two places, as offsets; letters of a piece are taken as equally wide. */
const findRange = (placed: Placed[], from: number, to: number) => {
  let [start, end] = [Infinity, -Infinity]
  for (const { piece, start: offset, text } of placed) {
    const width = piece.width / Math.max(1, text.length)
    const first = Math.max(0, Math.ceil((from - piece.x) / width - 0.5))
    const last = Math.min(text.length - 1, Math.floor((to - piece.x) / width - 0.5))
    if (first > last) continue
    start = Math.min(start, offset + first)
    end = Math.max(end, offset + last + 1)
  }
  return start < end ? { start, end } : undefined
}

const crosses = ({ bottom, top }: PdfLink, { y, size }: PdfPiece) =>
  bottom <= y + size * middleHeight && y + size * middleHeight <= top

/** The place nearest to an offset, at most some characters away, at which `isEdge` finds a word's edge. */
const snap = (text: string, offset: number, isEdge: RegExp): number => {
  for (let distance = 0; distance <= maxSnapCharacters; distance++)
    for (const at of [offset - distance, offset + distance]) {
      if (at < 0 || at > text.length) continue
      isEdge.lastIndex = at
      if (isEdge.test(text)) return at
    }
  return offset
}

/** A range that begins and ends with a word: where letters stand is only known as if all were equally wide. */
const snapToWords = (text: string, { start, end }: { start: number; end: number }, url: string) => {
  const words = text.slice(0, snap(text, end, wordEnd))
  const length = /[.,;:]$/.test(words) && !url.endsWith(words.at(-1) ?? '') ? words.length - 1 : words.length
  return { start: Math.min(snap(text, start, wordStart), length), end: length }
}

export const findLinks = (placed: Placed[], text: string, links: PdfLink[]) => {
  const own: TextLink[] = []
  let insideCharacters = 0
  for (const link of links) {
    const range = findRange(
      placed.filter(({ piece }) => crosses(link, piece)),
      link.x,
      link.end,
    )
    if (range && link.url !== null) own.push({ ...snapToWords(text, range, link.url), url: link.url })
    else if (range) insideCharacters += range.end - range.start
  }
  return { links: own.toSorted((a, b) => a.start - b.start), insideCharacters }
}
