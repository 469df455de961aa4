import type { TextLink, TextWithLinks } from '../text.ts'
import type { Grid } from './rules.ts'

/** Text between two wide gaps of a line; a cell if the line is a row of a table. */
export type PdfCell = { text: string; x: number; end: number }

/** A number or an amount of money; it ends a row, and never continues a cell of the row above. */
export const amount = /^\D{0,4}\d[\d.,\s]*\D{0,4}$/

/** A line of a page; lengths are in points, with `y` from the bottom. */
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
  /** Number of characters of the mark in front of an item, such as a number, if it is set smaller than the item. */
  markCharacters: number
  /** Parts of the text that link to a URL. */
  links: TextLink[]
  /** Share of the text that links to another place in the document. */
  linkedShare: number
  /** For a line of code: its text with the original spaces, and the width of a character. */
  code: { text: string; characterWidth: number } | undefined
  /** Cells of a row in a drawn table. */
  row?: { grid: Grid; cells: TextWithLinks[] }
}

/** Compares lines by position: top to bottom, then left to right at the same height. */
export const byPlace = (a: PdfLine, b: PdfLine): number =>
  Math.abs(a.y - b.y) > Math.max(a.size, b.size) / 2 ? b.y - a.y : a.x - b.x
