import { amount, byPlace, type PdfCell, type PdfLine } from './line.ts'
import { groupByLine, toLine, toLines, type PdfLink } from './lines.ts'
import type { PdfPiece } from './pieces.ts'
import { percentile } from './statistics.ts'

const minLines = 8
/** Minimum share of its column that a line of running text fills. */
const minShareOfColumn = 0.75
const minShareOfFull = 0.6
/** Minimum number of consecutive lines, each above the previous one, for text drawn from bottom to top. */
const minUpward = 2
/** Corners of a letterhead: minimum gap as a share of the text width, and maximum number of lines. */
const minShareOfGap = 0.3
const maxCornerLines = 2
/** Possible positions of a gutter, as shares of the text width. */
const middle = { from: 0.35, to: 0.65 }

const findGutter = (lines: PdfLine[]): [number, number] | undefined => {
  const pairs = lines.flatMap(({ cells }) => (cells.length === 2 ? [cells as [PdfCell, PdfCell]] : []))
  if (pairs.length < minLines) return undefined
  const left = Math.min(...lines.map(({ x }) => x))
  const right = Math.max(...lines.map(({ end }) => end))
  const [firsts, seconds] = [pairs.map(([first]) => first), pairs.map(([, second]) => second)]
  const [ends, starts] = [firsts.map(({ end }) => end), seconds.map(({ x }) => x)]
  const [from = 0, to = 0] = [percentile(ends, 0.9), percentile(starts, 0.1)]
  const center = ((from + to) / 2 - left) / (right - left)
  const isBetween = to > from && center > middle.from && center < middle.to
  const isRunning = (cells: PdfCell[], width: number) =>
    cells.filter(({ x, end }) => end - x >= width * minShareOfColumn).length >= cells.length * minShareOfFull
  const areRunning = isRunning(firsts, from - left) && isRunning(seconds, right - to)
  return isBetween && areRunning ? [from, to] : undefined
}

const crosses = ({ cells }: PdfLine, [from, to]: [number, number]) =>
  cells.some(({ x, end }) => x < from && end > to)

/** Returns true for a line of two texts as far apart as the corners of a letterhead. */
const isOfCorners = ({ cells: [first, second, ...more] }: PdfLine, width: number): boolean => {
  if (!first || !second || more.length > 0 || second.x - first.end < width * minShareOfGap) return false
  const areWords = [first, second].every(({ text }) => /\p{L}{2}/u.test(text) && !amount.test(text))
  return areWords && !/[:.…]$/.test(first.text)
}

type Group = { group: PdfPiece[]; line: PdfLine }

/** Separates the corners of a letterhead, left corner first. More lines of this kind are a table, and stay. */
const splitCorners = (groups: Group[], toGroups: (pieces: PdfPiece[]) => Group[]): Group[] => {
  const [starts, ends] = [groups.map(({ line }) => line.x), groups.map(({ line }) => line.end)]
  const width = Math.max(...ends) - Math.min(...starts)
  const first = groups.findIndex(({ line }) => isOfCorners(line, width))
  const isText = ({ line: { cells, row, x, end } }: Group) =>
    row !== undefined || cells.length > 2 || (cells.length === 1 && end - x > width * minShareOfColumn)
  if (first < 0 || groups.slice(0, first).some(isText)) return groups
  let end = first
  while (groups[end] && isOfCorners((groups[end] as Group).line, width)) end += 1
  if (end - first > maxCornerLines) return groups
  const corners = groups.slice(first, end)
  const edge = Math.min(...corners.map(({ line }) => line.cells[1]?.x ?? 0)) - 1
  const pieces = corners.flatMap(({ group }) => group)
  const sides = [pieces.filter(({ x }) => x < edge), pieces.filter(({ x }) => x >= edge)]
  return [...groups.slice(0, first), ...sides.flatMap(toGroups), ...groups.slice(end)]
}

/** Sorts lines that were drawn from bottom to top into reading order; leaves other lines as they are. */
const sortUpward = (lines: PdfLine[]): PdfLine[] => {
  const sorted: PdfLine[] = []
  for (let at = 0, end = 0; at < lines.length; at = end) {
    let ups = 0
    for (end = at + 1; end < lines.length; end++) {
      const [line, next] = [lines[end - 1] as PdfLine, lines[end] as PdfLine]
      const isLevel = Math.abs(next.y - line.y) < line.size / 2
      const isAbove = !isLevel && next.y > line.y && next.x < line.end && next.end > line.x
      if (!isLevel && !isAbove) break
      ups += isAbove && /\p{L}{2}/u.test(next.text) ? 1 : 0
    }
    const run = lines.slice(at, end)
    sorted.push(...(ups >= Math.min(minUpward, lines.length - 1) ? run.toSorted(byPlace) : run))
  }
  return sorted
}

export const readPageColumns = (pieces: PdfPiece[], page: number, links: PdfLink[]): PdfLine[] => {
  const toGroups = (own: PdfPiece[]) =>
    groupByLine(own).flatMap((group): Group[] => {
      const line = toLine(group, page, links)
      return line ? [{ group, line }] : []
    })
  const all = toGroups(pieces)
  const groups = page === 1 ? splitCorners(all, toGroups) : all
  const lines = groups.map(({ line }) => line)
  const gutter = findGutter(lines)
  if (!gutter) return sortUpward(lines)
  const wide = lines.filter((line) => crosses(line, gutter)).toSorted((a, b) => b.y - a.y)
  const narrow = groups.flatMap(({ group, line }) => (crosses(line, gutter) ? [] : group))
  const sides = Map.groupBy(narrow, ({ x, width }) => x + width / 2 < (gutter[0] + gutter[1]) / 2)
  let columns = [true, false].map((isLeft) => toLines(sides.get(isLeft) ?? [], page, links))
  const ordered: PdfLine[] = []
  for (const line of wide) {
    ordered.push(...columns.flatMap((column) => column.filter(({ y }) => y > line.y)), line)
    columns = columns.map((column) => column.filter(({ y }) => y <= line.y))
  }
  return sortUpward([...ordered, ...columns.flat()])
}
