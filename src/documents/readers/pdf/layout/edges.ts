import type { PdfLine } from './line.ts'
import { tuning } from '../tuning.ts'

type Edge = 'top' | 'bottom'

const { edgePoints, maxLines, minGap } = tuning.edges

/** How far down a line is from the top, or up from the bottom. */
const depthOf = ({ y }: PdfLine, edge: Edge) => (edge === 'top' ? -y : y)

/** The first or the last line of each page, and those beside it on the same height. */
export const listEdges = (lines: PdfLine[], edge: Edge): PdfLine[] => {
  const depths = new Map<number, number>()
  for (const line of lines)
    depths.set(line.page, Math.min(depths.get(line.page) ?? Infinity, depthOf(line, edge)))
  return lines.filter((line) => depthOf(line, edge) - (depths.get(line.page) ?? -Infinity) < edgePoints)
}

/** Lines of many pages that stand at the same height. */
export const groupByHeight = (lines: PdfLine[]): PdfLine[][] => {
  const groups: PdfLine[][] = []
  for (const line of lines.toSorted((a, b) => a.y - b.y)) {
    const group = groups.at(-1)
    if (group?.[0] && line.y - group[0].y < edgePoints) group.push(line)
    else groups.push([line])
  }
  return groups
}

/** The few lines of each page at its edge that a wide gap parts from its text. */
export const findApart = (lines: PdfLine[], edge: Edge): Set<PdfLine> => {
  const apart = new Set<PdfLine>()
  for (const page of Map.groupBy(lines, (line) => line.page).values()) {
    const ordered = page.toSorted((a, b) => depthOf(a, edge) - depthOf(b, edge))
    const isFar = (line: PdfLine, next: PdfLine) =>
      depthOf(next, edge) - depthOf(line, edge) > minGap * Math.max(line.size, next.size)
    const gap = ordered.findIndex((line, at) => {
      const next = ordered[at + 1]
      return next === undefined || isFar(line, next)
    })
    const head = ordered.slice(0, gap + 1)
    if (groupByHeight(head).length <= maxLines) for (const line of head) apart.add(line)
  }
  return apart
}
