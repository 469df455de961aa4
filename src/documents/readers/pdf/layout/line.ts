import type { TextLink, TextWithLinks } from '../text.ts'
import type { Grid } from './rules.ts'

/** What stands on a line between two wide gaps: a cell, where the line is a row of a table. */
export type PdfCell = { text: string; x: number; end: number }

/** A number, perhaps of money: it ends a row, and never continues with a cell above it. */
export const amount = /^\D{0,4}\d[\d.,\s]*\D{0,4}$/

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
  cells: PdfCell[]
  /** How much of the text is the number of an item, where that is set smaller than its words. */
  markCharacters: number
  /** Parts of the text that lead to a URL. */
  links: TextLink[]
  /** Which share of the text leads to another place of the document. */
  linkedShare: number
  /** The text with its spaces as they are set, and the width of a character, of a line of code. */
  code: { text: string; characterWidth: number } | undefined
  /** The cells of a row of a drawn table. */
  row?: { grid: Grid; cells: TextWithLinks[] }
}

/** Compares lines by where they are: from above, and on one height from the left. */
export const byPlace = (a: PdfLine, b: PdfLine): number =>
  Math.abs(a.y - b.y) > Math.max(a.size, b.size) / 2 ? b.y - a.y : a.x - b.x
