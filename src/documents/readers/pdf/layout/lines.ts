import { toCodeLine } from './code.ts'
import type { PdfCell, PdfLine } from './line.ts'
import { moveLink, type TextLink } from '../text.ts'
import { countPieceCharacters, minSpaceWidth, placePieces, type PdfPiece, type Placed } from './pieces.ts'
import { groupRuns } from './statistics.ts'

/** The rectangle of a link on a page; `url` is null if the link leads to another place in the document. */
export type PdfLink = { url: string | null; x: number; end: number; bottom: number; top: number }

/** Lengths as shares of the text size. */
const maxLineShift = 0.5
const minAcrossShift = 0.2
const minShareOfMono = 0.8 // granary
const maxMarkSize = 0.8 // invoice-en, rechnung-de, schet-ru

/** Returns true if a text overlaps another at a different height, like two lines of a narrow cell. */
const liesAcross = (last: PdfPiece, piece: PdfPiece): boolean => {
  const size = Math.max(last.size, piece.size)
  const common = Math.min(last.x + last.width, piece.x + piece.width) - Math.max(last.x, piece.x)
  return common > size && Math.abs(last.y - piece.y) > size * minAcrossShift
}

const isOnSameLine = (piece: PdfPiece, _: PdfPiece, last: PdfPiece): boolean =>
  !last.row &&
  !piece.row &&
  Math.abs(last.y - piece.y) < Math.max(last.size, piece.size) * maxLineShift &&
  piece.x >= last.x - 1 &&
  !liesAcross(last, piece)

export const groupByLine = (pieces: PdfPiece[]) => groupRuns(pieces, isOnSameLine)

const toLineCells = (placed: Placed[]): PdfCell[] => {
  const cells: PdfCell[] = []
  let end = 0
  for (const { piece, text, isApart } of placed) {
    const last = cells.at(-1)
    const space = piece.x - end > piece.size * minSpaceWidth ? ' ' : ''
    end = piece.x + piece.width
    if (!last || isApart) cells.push({ text, x: piece.x, end })
    else Object.assign(last, { text: last.text + space + text, end })
  }
  for (const cell of cells) cell.text = cell.text.replace(/\s+/g, ' ').trim()
  return cells.filter(({ text }) => text)
}

const isUrl = /^\(?(?:https?|ftp):\/\/\S+$/

/** Returns the length of a number in front of an item if it is smaller; one with a dot is a mark in any size. */
const measureMark = (placed: Placed[], size: number): number => {
  const [first, second] = placed
  if (!first || !second || first.piece.size > size * maxMarkSize) return 0
  return /^\d{1,2}$/.test(first.text.trim()) ? second.start : 0
}

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

const findLinks = (placed: Placed[], text: string, links: PdfLink[]) => {
  const own: TextLink[] = []
  let insideCharacters = 0
  for (const link of links) {
    const linked = placed.filter(({ piece: { y, size } }) => {
      const middle = y + size * middleHeight
      return link.bottom <= middle && middle <= link.top
    })
    const range = findRange(linked, link.x, link.end)
    if (range && link.url !== null) own.push({ ...snapToWords(text, range, link.url), url: link.url })
    else if (range) insideCharacters += range.end - range.start
  }
  return { links: own.toSorted((a, b) => a.start - b.start), insideCharacters }
}

export const toLine = (group: PdfPiece[], page: number, links: PdfLink[]): PdfLine | undefined => {
  if (group[0]?.row) return group[0].row
  const pieces = group.filter(({ text }) => text.trim())
  const [first] = pieces
  const last = pieces.at(-1)
  if (!first || !last) return undefined
  const { text, placed } = placePieces(pieces)
  const offset = text.length - text.trimStart().length
  const monospaced = countPieceCharacters(pieces.filter((piece) => piece.mono))
  const isCode = first.mono && monospaced >= countPieceCharacters(pieces) * minShareOfMono
  const mono = isCode && !isUrl.test(text.trim())
  const size = pieces.reduce((largest, piece) => Math.max(largest, piece.size), -Infinity)
  const { links: own, insideCharacters } = findLinks(placed, text, links)
  return {
    page,
    text: text.trim(),
    x: first.x,
    y: first.y,
    end: last.x + last.width,
    size: Math.round(size * 2) / 2,
    bold: pieces.every(({ bold }) => bold),
    mono,
    cells: toLineCells(placed),
    markCharacters: measureMark(placed, size),
    links: own.map((link) => moveLink(link, -offset)),
    linkedShare: insideCharacters / text.length,
    code: mono ? toCodeLine(placed, first.x) : undefined,
  }
}

export const toLines = (pieces: PdfPiece[], page: number, links: PdfLink[] = []): PdfLine[] =>
  groupByLine(pieces).flatMap((group) => toLine(group, page, links) ?? [])
