import { toCode } from './code.ts'
import type { PdfCell, PdfLine } from './line.ts'
import { findLinks, type PdfLink } from './links.ts'
import { countCharacters, minSpaceWidth, placePieces, type PdfPiece, type Placed } from './pieces.ts'
import { groupRuns } from './statistics.ts'

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

/** Groups consecutive pieces of text at the same height. */
export const groupByLine = (pieces: PdfPiece[]) => groupRuns(pieces, isOnSameLine)

const toCells = (placed: Placed[]): PdfCell[] => {
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

export const toLine = (group: PdfPiece[], page: number, links: PdfLink[]): PdfLine | undefined => {
  if (group[0]?.row) return group[0].row
  const pieces = group.filter(({ text }) => text.trim())
  const [first] = pieces
  const last = pieces.at(-1)
  if (!first || !last) return undefined
  const { text, placed } = placePieces(pieces)
  const offset = text.length - text.trimStart().length
  const monospaced = countCharacters(pieces.filter((piece) => piece.mono))
  const isCode = first.mono && monospaced >= countCharacters(pieces) * minShareOfMono
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
    cells: toCells(placed),
    markCharacters: measureMark(placed, size),
    links: own.map(({ start, end, url }) => ({ start: Math.max(0, start - offset), end: end - offset, url })),
    linkedShare: insideCharacters / text.length,
    code: mono ? toCode(placed, first.x) : undefined,
  }
}

export const toLines = (pieces: PdfPiece[], page: number, links: PdfLink[] = []): PdfLine[] =>
  groupByLine(pieces).flatMap((group) => toLine(group, page, links) ?? [])
