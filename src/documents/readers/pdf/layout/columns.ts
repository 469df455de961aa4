import { byPlace, type PdfCell, type PdfLine } from './line.ts'
import { groupByLine, toLine, toLines } from './lines.ts'
import type { PdfLink } from '../links.ts'
import type { PdfPiece } from './pieces.ts'
import { thresholds } from '../thresholds.ts'

const { minLines, minShareOfColumn, minShareOfFull, maxShareOfCrossing, minGutterPoints, minUpward, middle } =
  thresholds.columns

const percentile = (values: number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? 0

/** The widest free space in the middle of lines of two cells, by its edges. */
const findGutter = (
  pairs: [PdfCell, PdfCell][],
  left: number,
  right: number,
): [number, number] | undefined => {
  const from = percentile(
    pairs.map(([first]) => first.end),
    0.9,
  )
  const to = percentile(
    pairs.map(([, second]) => second.x),
    0.1,
  )
  const center = ((from + to) / 2 - left) / (right - left)
  return to - from >= minGutterPoints && center > middle.from && center < middle.to ? [from, to] : undefined
}

const isRunning = (cells: PdfCell[], width: number): boolean =>
  cells.filter(({ x, end }) => end - x >= width * minShareOfColumn).length >= cells.length * minShareOfFull

/** The gutter between two columns of running text whose lines stand beside one another as if they were one. */
const findColumns = (lines: PdfLine[]): [number, number] | undefined => {
  const pairs = lines.flatMap(({ cells: [first, second, ...more] }): [PdfCell, PdfCell][] =>
    first && second && more.length === 0 ? [[first, second]] : [],
  )
  if (pairs.length < minLines) return undefined
  const left = Math.min(...lines.map(({ x }) => x))
  const right = Math.max(...lines.map(({ end }) => end))
  const gutter = findGutter(pairs, left, right)
  if (!gutter) return undefined
  const crossing = lines.filter((line) => crosses(line, gutter)).length
  const areRunning =
    isRunning(
      pairs.map(([first]) => first),
      gutter[0] - left,
    ) &&
    isRunning(
      pairs.map(([, second]) => second),
      right - gutter[1],
    )
  return areRunning && crossing <= lines.length * maxShareOfCrossing ? gutter : undefined
}

const crosses = ({ cells }: PdfLine, [from, to]: [number, number]) =>
  cells.some(({ x, end }) => x < from && end > to)

/** Lines that are drawn from below upwards in the order in which they are read; further ones stay as they are. */
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

/** The lines of a page as they are read: one column after the other, between lines as wide as both. */
export const readColumns = (pieces: PdfPiece[], page: number, links: PdfLink[]): PdfLine[] => {
  const groups = groupByLine(pieces).flatMap((group) => {
    const line = toLine(group, page, links)
    return line ? [{ group, line }] : []
  })
  const lines = groups.map(({ line }) => line)
  const gutter = findColumns(lines)
  if (!gutter) return sortUpward(lines)
  const wide = lines.filter((line) => crosses(line, gutter)).toSorted((a, b) => b.y - a.y)
  const narrow = groups.flatMap(({ group, line }) => (crosses(line, gutter) ? [] : group))
  const isLeft = ({ x, width }: PdfPiece) => x + width / 2 < (gutter[0] + gutter[1]) / 2
  let columns = [narrow.filter(isLeft), narrow.filter((piece) => !isLeft(piece))].map((column) =>
    toLines(column, page, links),
  )
  const ordered: PdfLine[] = []
  for (const line of wide) {
    ordered.push(...columns.flatMap((column) => column.filter(({ y }) => y > line.y)), line)
    columns = columns.map((column) => column.filter(({ y }) => y <= line.y))
  }
  return sortUpward([...ordered, ...columns.flat()])
}
