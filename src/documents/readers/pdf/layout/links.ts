import type { PdfPiece, Placed } from './pieces.ts'
import type { TextLink } from '../text.ts'

/** The rectangle of a link on a page; `url` is null if the link leads to another place in the document. */
export type PdfLink = { url: string | null; x: number; end: number; bottom: number; top: number }

/** Middle of lowercase letters, as a share of the text size. */
const middleHeight = 0.3
const maxSnapCharacters = 4
const wordStart = /(?<![^\s(«“"'’])(?=\S)/y
const wordEnd = /(?<=\S)(?=$|[\s.,;:)»”"])/y

/** Returns the offsets of a line's text between two x positions; assumes letters of equal width in each piece. */
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

/** Returns the nearest word edge within a few characters of an offset, or the offset itself. */
const snap = (text: string, offset: number, isEdge: RegExp): number => {
  for (let distance = 0; distance <= maxSnapCharacters; distance++)
    for (const at of [offset - distance, offset + distance]) {
      if (at < 0 || at > text.length) continue
      isEdge.lastIndex = at
      if (isEdge.test(text)) return at
    }
  return offset
}

/** Extends or shortens a range to whole words, because the positions of letters are estimated. */
const snapToWords = (text: string, { start, end }: { start: number; end: number }, url: string) => {
  const words = text.slice(0, snap(text, end, wordEnd))
  const length = /[.,;:]$/.test(words) && !url.endsWith(words.at(-1) ?? '') ? words.length - 1 : words.length
  return { start: Math.min(snap(text, start, wordStart), length), end: length }
}

export const findLinks = (placed: Placed[], text: string, links: PdfLink[]) => {
  const own: TextLink[] = []
  let insideCharacters = 0
  for (const link of links) {
    const linked = placed.filter(({ piece }) => crosses(link, piece))
    const range = findRange(linked, link.x, link.end)
    if (range && link.url !== null) own.push({ ...snapToWords(text, range, link.url), url: link.url })
    else if (range) insideCharacters += range.end - range.start
  }
  return { links: own.toSorted((a, b) => a.start - b.start), insideCharacters }
}
