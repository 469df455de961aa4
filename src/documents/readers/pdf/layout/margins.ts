import pageCountWords from '#generated/words/pageCountWords.json' with { type: 'json' }
import { matchAny } from '../../../../language/word-lists.ts'
import type { PdfLine } from './line.ts'
import { countEach, groupRuns } from './statistics.ts'

const edgePoints = 2 // long-book
/** Maximum number of lines of a running head or foot, and its minimum distance from the text as a share of its size. */
const maxLines = 4
const minGap = 1.6 // long-book

/** Edge of a page by its sign: multiplied with it, heights increase from the edge to the text. */
type Edge = -1 | 1

/** Returns the first or last line of each page, with all lines at the same height. */
const listEdgeLines = (lines: PdfLine[], edge: Edge): PdfLine[] => {
  const depths = new Map<number, number>()
  for (const line of lines) depths.set(line.page, Math.min(depths.get(line.page) ?? Infinity, edge * line.y))
  return lines.filter((line) => edge * line.y - (depths.get(line.page) ?? -Infinity) < edgePoints)
}

const groupByHeight = (lines: PdfLine[]): PdfLine[][] =>
  groupRuns(
    lines.toSorted((a, b) => a.y - b.y),
    (line, lowest) => line.y - lowest.y < edgePoints,
  )

/** Returns the few lines at the edge of each page that a wide gap separates from its text. */
const findSeparatedLines = (lines: PdfLine[], edge: Edge): Set<PdfLine> => {
  const apart = new Set<PdfLine>()
  for (const page of Map.groupBy(lines, (line) => line.page).values()) {
    const ordered = page.toSorted((a, b) => edge * a.y - edge * b.y)
    const [head = []] = groupRuns(ordered, (line, _, before) => {
      const gap = edge * line.y - edge * before.y
      return gap <= minGap * Math.max(line.size, before.size)
    })
    if (groupByHeight(head).length <= maxLines) for (const line of head) apart.add(line)
  }
  return apart
}

const minPages = 3 // long-book, tally-format
/** Maximum number of lines of a head or foot, which are removed one after the other. */
const maxMarginLines = 3
/** Minimum share of lines at a height that must look like a head or foot, and minimum shares of pages with them. */
const minShareOfMargins = 0.6
const minShareOfApart = 0.5
const minShareOfPages = 0.2 // long-book
const minShareOfSparePages = 0.4 // copias

export const maskNumbers = (text: string) => text.replace(/\d+/g, '#').toLowerCase()

export const countLetters = (text: string) => text.match(/\p{L}/gu)?.length ?? 0

export const pageNumber = new RegExp(
  String.raw`^[-–— ]*(?:(\d{1,4})|([ivxlc]{1,7}))(?: ?(?:/|${matchAny(pageCountWords)}) ?\d{1,4})?[-–— ]*$`,
  'i',
)

const romanDigits: Record<string, number> = { i: 1, v: 5, x: 10, l: 50, c: 100 }

const readRoman = (text: string): number => {
  const digits = Array.from(text.toLowerCase(), (letter) => romanDigits[letter] ?? 0)
  return digits.reduce((sum, digit, at) => sum + (digit < (digits[at + 1] ?? 0) ? -digit : digit), 0)
}

/** Returns the differences between page numbers in the cells of a line and its actual page. */
const listOffsets = ({ cells, page }: PdfLine): number[] =>
  cells.flatMap(({ text }) => {
    const [, arabic, roman = ''] = pageNumber.exec(text) ?? []
    if (arabic === undefined && !roman) return []
    return [(arabic === undefined ? readRoman(roman) : Number(arabic)) - page]
  })

/** Matches a piece of prose; its words may occur at the same height by accident. */
const prose = /^\p{Ll}|[\p{L}\p{N}][.,;]$/u

const findMargins = (lines: PdfLine[], apart: Set<PdfLine>, pages: number): PdfLine[] => {
  if (lines.filter((line) => apart.has(line)).length < lines.length * minShareOfApart) return []
  const texts = countEach(lines.flatMap(({ cells }) => cells.map(({ text }) => maskNumbers(text))))
  const offsets = countEach(lines.flatMap(listOffsets))
  // numbers of pages increase from page to page, unlike the numbers of a table
  const isCounted = (line: PdfLine) => listOffsets(line).some((offset) => (offsets.get(offset) ?? 0) > 1)
  const countRepeats = ({ cells }: PdfLine) => {
    const [most] = cells.toSorted((a, b) => countLetters(b.text) - countLetters(a.text))
    if (!most || countLetters(most.text) < 2) return 0
    const repeats = texts.get(maskNumbers(most.text)) ?? 0
    return prose.test(most.text) && repeats < lines.length * minShareOfSparePages ? 0 : repeats
  }
  const margins = lines.filter((line) => isCounted(line) || countRepeats(line) > 1)
  const heightPages = new Set(lines.map(({ page }) => page)).size
  const isEverywhere = margins.length >= Math.max(minPages, pages * minShareOfPages)
  if (isEverywhere && margins.length >= lines.length * minShareOfMargins) return lines
  const minCount = Math.max(minPages, Math.min(heightPages, pages) * minShareOfSparePages)
  return margins.filter((line) => pageNumber.test(line.text) || countRepeats(line) >= minCount)
}

const isOwnNumber = (line: PdfLine) => pageNumber.test(line.text) && listOffsets(line)[0] === 0

/** Separates the text from running heads, feet and page numbers, which are alike at the edges of many pages. */
export const splitPageMargins = (lines: PdfLine[], pages: number) => {
  const margins = new Set<PdfLine>()
  const listText = () => lines.filter((line) => !margins.has(line))
  const isShort = pages < minPages
  for (const edge of [-1, 1] as const) {
    const apart = findSeparatedLines(lines, edge)
    for (let n = 0; n < (isShort ? 1 : maxMarginLines); n++) {
      const heights = groupByHeight(listEdgeLines(listText(), edge))
      const found = heights.flatMap((height) =>
        isShort ? height.filter(isOwnNumber) : findMargins(height, apart, pages),
      )
      if (found.length === 0) break
      for (const line of found) margins.add(line)
    }
  }
  return { text: listText(), margins: [...margins] }
}
