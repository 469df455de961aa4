import type { PdfLine } from './line.ts'

/** A piece of text as a PDF places it; lengths are in points, `y` from below. */
export type PdfPiece = {
  text: string
  x: number
  y: number
  width: number
  size: number
  bold: boolean
  mono: boolean
  /** The row of a drawn table that a piece stands for. */
  row?: PdfLine
}

export const countCharacters = (pieces: PdfPiece[]) => pieces.reduce((sum, { text }) => sum + text.length, 0)

/** Lengths as shares of the size of the text. */
export const minSpaceWidth = 0.15 // granary
const minCellGap = 1.5 // ag-energy, delivery-note-en, factura-es, invoice-en, rechnung-de

/** A piece of a line: where its text begins in that of the line, and whether a wide gap is before it. */
export type Placed = { piece: PdfPiece; start: number; text: string; isApart: boolean }

/** Accents that stand alone, and those that are part of a letter, in one order. */
const accents = '¨´ˋˆ˜¸˚ˇ'
const accented = new RegExp(`([${accents}])(\\p{L})`, 'gu')
const combining = '\u0308\u0301\u0300\u0302\u0303\u0327\u030a\u030c'

/** Text with each accent in its letter: TeX sets them one after the other in its older fonts. */
const composeAccents = (text: string): string =>
  text.replace(accented, (pair, accent: string, letter: string) => {
    const composed = `${letter === 'ı' ? 'i' : letter}${combining[accents.indexOf(accent)] ?? ''}`.normalize(
      'NFC',
    )
    return composed.length === 1 ? composed : pair
  })

/** The text of pieces one after the other; a gap between them is a space. */
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

/** Gaps between cells, as a share of the size of the text, and in points from one row to the next. */
export const minDrawnGap = 0.4
const maxRowPoints = 60

/** Returns true if texts stand beside one another in two lines that are near, as in the cells of a table. */
export const mayHaveTable = (pieces: PdfPiece[]): boolean => {
  const levels = Map.groupBy(
    pieces.filter(({ text }) => text.trim()),
    ({ y }) => Math.round(y),
  )
  const isApart = (level: PdfPiece[]) =>
    level
      .toSorted((a, b) => a.x - b.x)
      .some(({ x, size }, at, all) => {
        const before = all[at - 1]
        return before && x - before.x - before.width > size * minDrawnGap
      })
  const rows = [...levels].flatMap(([y, level]) => (isApart(level) ? [y] : [])).toSorted((a, b) => a - b)
  return rows.some((y, at) => y - (rows[at - 1] ?? -Infinity) < maxRowPoints)
}

/** How far a place between words may be from a line that parts them, in characters. */
const maxSplitCharacters = 4

/** Returns a piece in two where an upright line crosses it between words. */
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
