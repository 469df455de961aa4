import type { PdfLine } from './pdf-line.ts'

type Edge = 'top' | 'bottom'

const edgePoints = 2
const minPages = 3
/** Heads and feet of several lines are taken away one line after the other. */
const maxMarginLines = 3
/** How many of the lines at one height must look like a head or foot, and on how many of the pages. */
const minShareOfMargins = 0.6
const minShareOfPages = 0.2
const minShareOfSparePages = 0.4

const maskNumbers = (text: string) => text.replace(/\d+/g, '#').toLowerCase()

const isPageNumber = (text: string) =>
  /^[-–— ]*(?:\d{1,4}|[ivxlc]{1,7})(?: ?(?:\/|of|von|de|sur|из) ?\d{1,4})?[-–— ]*$/i.test(text)

/** The first or the last line of each page, and those beside it on the same height. */
const listEdges = (lines: PdfLine[], edge: Edge): PdfLine[] => {
  const sign = edge === 'top' ? 1 : -1
  const heights = new Map<number, number>()
  for (const { page, y } of lines) heights.set(page, Math.max(heights.get(page) ?? -Infinity, y * sign))
  return lines.filter(({ page, y }) => (heights.get(page) ?? Infinity) - y * sign < edgePoints)
}

/** Lines of many pages that stand at the same height. */
const groupByHeight = (lines: PdfLine[]): PdfLine[][] => {
  const groups: PdfLine[][] = []
  for (const line of lines.toSorted((a, b) => a.y - b.y)) {
    const group = groups.at(-1)
    if (group?.[0] && line.y - group[0].y < edgePoints) group.push(line)
    else groups.push([line])
  }
  return groups
}

/** Whether a cell is a page number, or stands at this height on another page too, numbers aside. */
const looksLikeMargin = ({ cells }: PdfLine, counts: Map<string, number>): boolean =>
  cells.some(({ text }) => isPageNumber(text) || (counts.get(maskNumbers(text)) ?? 0) > 1)

const countTexts = (lines: PdfLine[]): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const { text } of lines.flatMap(({ cells }) => cells))
    counts.set(maskNumbers(text), (counts.get(maskNumbers(text)) ?? 0) + 1)
  return counts
}

/** The lines at one height that are the running head or foot of pages. */
const findMargins = (lines: PdfLine[], pages: number): PdfLine[] => {
  const counts = countTexts(lines)
  const margins = lines.filter((line) => looksLikeMargin(line, counts))
  const heightPages = new Set(lines.map(({ page }) => page)).size
  const isEverywhere = margins.length >= Math.max(minPages, pages * minShareOfPages)
  if (isEverywhere && margins.length >= lines.length * minShareOfMargins) return lines
  const minCount = Math.max(minPages, Math.min(heightPages, pages) * minShareOfSparePages)
  return margins.filter(({ text }) => isPageNumber(text) || (counts.get(maskNumbers(text)) ?? 0) >= minCount)
}

/** The lines without running heads, feet and page numbers: what is alike at the edge of many pages. */
export const removePageMargins = (lines: PdfLine[], pages: number): PdfLine[] => {
  if (pages < minPages) return lines.filter(({ text }) => !/^\d{1,4}$/.test(text) || lines.length < 4)
  let left = lines
  for (const edge of ['top', 'bottom'] as const)
    for (let n = 0; n < maxMarginLines; n++) {
      const margins = new Set(
        groupByHeight(listEdges(left, edge)).flatMap((group) => findMargins(group, pages)),
      )
      if (margins.size === 0) break
      left = left.filter((line) => !margins.has(line))
    }
  return left
}
