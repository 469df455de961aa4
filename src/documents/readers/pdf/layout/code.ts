import type { PdfLine } from './line.ts'
import { minSpaceWidth, type Placed } from './pieces.ts'

/** Distances as shares of the text size. */
const minGap = 0.8
const usualGap = 1.2
const maxBlankLines = 2
const maxCodeColumns = 400

/** Returns the distance between two lines of code without a blank line between them, in points. */
const findGap = (lines: PdfLine[]): number => {
  const size = lines[0]?.size ?? 0
  const gaps = lines.flatMap((line, at) => {
    const before = lines[at - 1]
    return before?.page === line.page && before.y - line.y >= size * minGap ? [before.y - line.y] : []
  })
  return gaps.length > 0 ? Math.min(...gaps.slice(0, 1_000)) : size * usualGap
}

export const codeLines = (lines: PdfLine[]): string[] => {
  const left = lines.reduce((least, { x }) => Math.min(least, x), Infinity)
  const gap = findGap(lines)
  return lines.flatMap((line, at) => {
    const before = lines[at - 1]
    const rows = before?.page === line.page ? Math.round((before.y - line.y) / gap) : 1
    const blanks = Array<string>(Math.max(0, Math.min(maxBlankLines, rows - 1))).fill('')
    const indent = line.code ? Math.max(0, Math.round((line.x - left) / line.code.characterWidth)) : 0
    return [...blanks, ' '.repeat(Math.min(100, indent)) + (line.code?.text ?? line.text)]
  })
}

export const toCodeLine = (placed: Placed[], left: number): PdfLine['code'] => {
  const mono = placed.filter(({ piece }) => piece.mono && piece.width > 0)
  const characters = mono.reduce((sum, { text }) => sum + text.length, 0)
  const characterWidth = mono.reduce((sum, { piece }) => sum + piece.width, 0) / Math.max(1, characters)
  if (characterWidth <= 0) return undefined
  let text = ''
  let end = left
  for (const { piece, text: own } of placed) {
    const column = Math.min(maxCodeColumns, Math.round((piece.x - left) / characterWidth))
    const needsSpace = piece.x - end > piece.size * minSpaceWidth && text !== ''
    text = text.padEnd(Math.max(column, text.length + (needsSpace ? 1 : 0)), ' ') + own
    end = piece.x + piece.width
  }
  return { text: text.trimEnd(), characterWidth }
}
