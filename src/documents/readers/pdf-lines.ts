/** A piece of text as a PDF places it; lengths are in points, `y` from below. */
export type PdfPiece = { text: string; x: number; y: number; width: number; size: number; font: string }

/** A line of a page; lengths are in points, `y` from below. */
export type PdfLine = {
  page: number
  text: string
  x: number
  y: number
  end: number
  size: number
  bold: boolean
  mono: boolean
}

/** Lengths as shares of the size of the text. */
const maxLineShift = 0.5
const minSpaceWidth = 0.15

const boldFont = /bold|black|heavy|semibold/i
const monospacedFont = /mono|courier|consol/i

const isOnSameLine = (last: PdfPiece, piece: PdfPiece): boolean =>
  Math.abs(last.y - piece.y) < Math.max(last.size, piece.size) * maxLineShift && piece.x >= last.x - 1

/** Pieces of text on one height, one after the other. */
const groupByLine = (pieces: PdfPiece[]): PdfPiece[][] => {
  const groups: PdfPiece[][] = []
  for (const piece of pieces) {
    const group = groups.at(-1)
    const last = group?.at(-1)
    if (group && last && isOnSameLine(last, piece)) group.push(piece)
    else groups.push([piece])
  }
  return groups
}

/** The text of pieces; a wide gap between them is a space. */
const joinText = (pieces: PdfPiece[]): { text: string; end: number } => {
  let text = ''
  let end = pieces[0]?.x ?? 0
  for (const piece of pieces) {
    const hasGap = piece.x - end > piece.size * minSpaceWidth && text !== '' && !text.endsWith(' ')
    text += (hasGap ? ' ' : '') + piece.text
    end = piece.x + piece.width
  }
  return { text: text.replace(/\s+/g, ' ').trim(), end }
}

const roundToHalf = (size: number) => Math.round(size * 2) / 2

const toLine = (pieces: PdfPiece[], page: number): PdfLine | undefined => {
  const [first] = pieces
  const { text, end } = joinText(pieces)
  if (!first || !text) return undefined
  const filled = pieces.filter((piece) => piece.text.trim())
  return {
    page,
    text,
    x: first.x,
    y: first.y,
    end,
    size: roundToHalf(Math.max(...filled.map(({ size }) => size))),
    bold: filled.every(({ font }) => boldFont.test(font)),
    mono: filled.every(({ font }) => monospacedFont.test(font)),
  }
}

/** The lines of a page that are not empty. */
export const toLines = (pieces: PdfPiece[], page: number): PdfLine[] =>
  groupByLine(pieces)
    .map((group) => toLine(group, page))
    .filter((line) => line !== undefined)
