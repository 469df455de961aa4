import type { PdfLine } from './pdf-lines.ts'

/** The heights of the first and the last line of a page. */
type Edges = { top: number; bottom: number }

const edgePoints = 2
const minPages = 3
const minShareOfPages = 0.4

const findEdges = (lines: PdfLine[]): Map<number, Edges> => {
  const edges = new Map<number, Edges>()
  for (const { page, y } of lines) {
    const { top, bottom } = edges.get(page) ?? { top: -Infinity, bottom: Infinity }
    edges.set(page, { top: Math.max(top, y), bottom: Math.min(bottom, y) })
  }
  return edges
}

const maskNumbers = ({ text }: PdfLine) => text.replace(/\d+/g, '#')

const isPageNumber = ({ text }: PdfLine) => /^\d{1,4}$/.test(text)

/** The lines without page headers and footers: what is the same at the edge of most pages, numbers aside. */
export const removePageMargins = (lines: PdfLine[], pages: number): PdfLine[] => {
  if (pages < minPages) return lines.filter((line) => !isPageNumber(line) || lines.length < 4)
  const edges = findEdges(lines)
  const isAtEdge = ({ page, y }: PdfLine) => {
    const { top, bottom } = edges.get(page) ?? { top: Infinity, bottom: -Infinity }
    return top - y < edgePoints || y - bottom < edgePoints
  }
  const counts = new Map<string, number>()
  for (const line of lines.filter(isAtEdge))
    counts.set(maskNumbers(line), (counts.get(maskNumbers(line)) ?? 0) + 1)
  const minCount = Math.max(minPages, pages * minShareOfPages)
  return lines.filter((line) => !isAtEdge(line) || (counts.get(maskNumbers(line)) ?? 0) < minCount)
}
