import type { Matrix } from '../drawings.ts'
import type { PdfLine } from './line.ts'

/** A piece of text with its position in a PDF; lengths are in points, with `y` from the bottom. */
export type PdfPiece = {
  text: string
  x: number
  y: number
  width: number
  size: number
  bold: boolean
  mono: boolean
  /** The row of a drawn table, if the piece represents one. */
  row?: PdfLine
}

export const countPieceCharacters = (pieces: PdfPiece[]) =>
  pieces.reduce((sum, { text }) => sum + text.length, 0)

/** A piece with the rotation of its text, in quarter turns counterclockwise. */
export type TurnedPiece = PdfPiece & { turn: 0 | 1 | 2 | 3 }

export const findTurn = ([a = 1, b = 0]: number[]): TurnedPiece['turn'] => {
  if (Math.abs(b) <= Math.abs(a)) return a < 0 ? 2 : 0
  return b > 0 ? 1 : 3
}

/** Matrices that make a text upright, by its rotation. */
const matrices: Record<TurnedPiece['turn'], Matrix> = [
  [1, 0, 0, 1, 0, 0],
  [0, -1, 1, 0, 0, 0],
  [-1, 0, 0, -1, 0, 0],
  [0, 1, -1, 0, 0, 0],
]

const turnBack = ({ turn, ...piece }: TurnedPiece): PdfPiece => {
  const [a, b, c, d] = matrices[turn]
  return { ...piece, x: a * piece.x + c * piece.y, y: b * piece.x + d * piece.y }
}

/** Splits the pieces of a page by rotation: the most frequent one with its matrix, and the others; all made upright. */
export const splitDirections = (pieces: TurnedPiece[]) => {
  const groups = Map.groupBy(pieces, ({ turn }) => turn).values()
  const [most = [], ...others] = [...groups].toSorted(
    (a, b) => countPieceCharacters(b) - countPieceCharacters(a),
  )
  const matrix = matrices[most[0]?.turn ?? 0]
  return { matrix, upright: most.map(turnBack), turned: others.map((group) => group.map(turnBack)) }
}

/** Lengths as shares of the text size. */
export const minSpaceWidth = 0.15 // granary
const minCellGap = 1.5 // ag-energy, delivery-note-en, factura-es, invoice-en, rechnung-de

/** A piece of a line: the offset of its text in the line, and true for `isApart` if a wide gap precedes it. */
export type Placed = { piece: PdfPiece; start: number; text: string; isApart: boolean }

/** Standalone accents, and their combining forms in the same order. */
const accents = '¨´ˋˆ˜¸˚ˇ'
const accented = new RegExp(`([${accents}])(\\p{L})`, 'gu')
const combining = '\u0308\u0301\u0300\u0302\u0303\u0327\u030a\u030c'

/** Combines accents with their letters, because older TeX fonts set them separately. */
const composeAccents = (text: string): string =>
  text.replace(accented, (pair, accent: string, letter: string) => {
    const base = letter === 'ı' ? 'i' : letter
    const composed = (base + (combining[accents.indexOf(accent)] ?? '')).normalize('NFC')
    return composed.length === 1 ? composed : pair
  })

export const placePieces = (pieces: PdfPiece[]): { text: string; placed: Placed[] } => {
  const placed: Placed[] = []
  let text = ''
  let end = pieces[0]?.x ?? 0
  for (const piece of pieces) {
    const gap = piece.x - end
    let own = composeAccents(piece.text.replace(/\s+/g, ' '))
    const joined = composeAccents(text.slice(-1) + own)
    if (text !== '' && joined.length === own.length) {
      text = text.slice(0, -1)
      own = joined
    }
    const needsSpace = gap > piece.size * minSpaceWidth && text !== '' && !text.endsWith(' ')
    text += needsSpace && !own.startsWith(' ') ? ' ' : ''
    placed.push({ piece, start: text.length, text: own, isApart: gap > piece.size * minCellGap })
    text += own
    end = piece.x + piece.width
  }
  return { text, placed }
}

/** Gaps between cells: horizontal as a share of the text size, and vertical between rows in points. */
export const minDrawnGap = 0.4
const maxRowPoints = 60

/** Returns true if two lines close to each other both have texts side by side, as in the cells of a table. */
export const mayHaveTable = (pieces: PdfPiece[]): boolean => {
  const ordered = pieces.filter(({ text }) => text.trim()).toSorted((a, b) => a.x - b.x)
  const isApart = ({ x, size }: PdfPiece, at: number, level: PdfPiece[]) => {
    const before = level[at - 1]
    return before !== undefined && x - before.x - before.width > size * minDrawnGap
  }
  const levels = [...Map.groupBy(ordered, ({ y }) => Math.round(y))].toSorted(([a], [b]) => a - b)
  const rows = levels.filter(([, level]) => level.some(isApart)).map(([y]) => y)
  return rows.some((y, at) => y - (rows[at - 1] ?? -Infinity) < maxRowPoints)
}

/** Maximum distance between a gap of words and a separating line, in characters. */
const maxSplitCharacters = 4

/** Splits a piece between words if a vertical line crosses it there. */
export const splitAt = (piece: PdfPiece, edge: number): PdfPiece[] => {
  const { text, x, width } = piece
  const wanted = ((edge - x) / width) * text.length
  const spaces = [...text.matchAll(/(?<=\S) +(?=\S)/g)].map(({ index }) => index)
  const [space] = spaces.toSorted((a, b) => Math.abs(a - wanted) - Math.abs(b - wanted))
  if (space === undefined || Math.abs(space - wanted) > maxSplitCharacters) return [piece]
  const start = Math.max(edge, x + (space / text.length) * width)
  return [
    { ...piece, text: text.slice(0, space), width: Math.min(edge, start) - x },
    { ...piece, text: text.slice(space).trimStart(), x: start, width: x + width - start },
  ]
}
