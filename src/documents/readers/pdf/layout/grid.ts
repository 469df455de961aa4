import { joinTextLines, type TextWithLinks } from '../text.ts'
import { byPlace, type PdfLine } from './line.ts'
import { groupByLine } from './lines.ts'
import { minDrawnGap, splitAt, type PdfPiece } from './pieces.ts'
import { isDrawn, snapPoints, type Grid } from './rules.ts'
import { groupRuns } from './statistics.ts'
import { findGaps, maxRowGap } from './tables.ts'

/** Maximum number of lines in a cell; a cell with more is a framed part of the page. */
const maxLinesOfCell = 30

type ToLines = (pieces: PdfPiece[]) => PdfLine[]

type Cell = { row: number; column: number; lines: PdfLine[] }

const pieceMiddle = ({ x, y, width, size }: PdfPiece) => ({ x: x + width / 2, y: y + size * 0.3 })

const isInsideGrid = ({ columns, rows }: Grid, piece: PdfPiece): boolean => {
  const { x, y } = pieceMiddle(piece)
  return x > (columns[0] ?? 0) && x < (columns.at(-1) ?? 0) && y < (rows[0] ?? 0) && y > (rows.at(-1) ?? 0)
}

const splitPiece = (piece: PdfPiece, { columns, vertical }: Grid): PdfPiece[] => {
  const pieces = [piece]
  for (const edge of columns.slice(1, -1)) {
    const last = pieces.at(-1) as PdfPiece
    const isCrossed = last.x + snapPoints < edge && last.x + last.width - snapPoints > edge
    if (isCrossed && isDrawn(vertical, edge, pieceMiddle(last).y))
      pieces.splice(-1, 1, ...splitAt(last, edge))
  }
  return pieces
}

const middleBehind = (edges: number[], at: number) => ((edges[at] ?? 0) + (edges[at + 1] ?? 0)) / 2

/** Returns the cell of a piece: the first of the cells that no line separates. */
const findCell = ({ columns, rows, vertical, horizontal }: Grid, piece: PdfPiece) => {
  const { x, y } = pieceMiddle(piece)
  let column = columns.findLastIndex((edge) => edge <= x)
  let row = rows.findLastIndex((edge) => edge >= y)
  const level = middleBehind(rows, row)
  while (column > 0 && !isDrawn(vertical, columns[column], level)) column -= 1
  const center = middleBehind(columns, column)
  while (row > 0 && !isDrawn(horizontal, rows[row], center)) row -= 1
  return { column, row }
}

/** Returns the cells of texts that no line separates, if there are several and each is in one column of a grid. */
const findCells = (group: PdfPiece[], { columns }: Grid, toLinesOf: ToLines) => {
  const pieces = group.filter(({ text, row }) => text.trim() && !row)
  const findColumn = ({ x, width }: PdfPiece) =>
    columns.findIndex(
      (edge, at) => x > edge - snapPoints && x + width < (columns[at + 1] ?? -Infinity) + snapPoints,
    )
  const areApart = pieces.every((piece, at) => {
    const before = pieces[at - 1] ?? piece
    const gap = piece.x - before.x - before.width
    return gap > piece.size * minDrawnGap || findColumn(before) === findColumn(piece)
  })
  const cells = Map.groupBy(pieces, findColumn)
  if (cells.has(-1) || cells.size < 2 || !areApart) return undefined
  return [...cells].map(([column, own]): Cell => ({ row: 0, column, lines: toLinesOf(own) }))
}

const toGridCells = (grid: Grid, pieces: PdfPiece[], toLinesOf: ToLines): Cell[] => {
  const cells = Map.groupBy(
    pieces.flatMap((piece) => splitPiece(piece, grid)),
    (piece) => Object.values(findCell(grid, piece)).join(' '),
  )
  return [...cells.values()].flatMap((own) => {
    const { row, column } = findCell(grid, own[0] as PdfPiece)
    const whole = { row, column, lines: toLinesOf(own).toSorted(byPlace) }
    const apart = findCells(own, grid, toLinesOf) ?? [whole]
    return apart.filter(({ lines }) => lines.length > 0).map((cell) => ({ ...cell, row }))
  })
}

/** Returns true if the first word of a line would have fit on the previous line. */
const isForced = (line: PdfLine, next: PdfLine, edge: number): boolean => {
  const [word = ''] = next.text.split(' ', 1)
  return line.end + line.size + ((next.end - next.x) * word.length) / next.text.length < edge
}

/** Splits the cells of a row into several rows if most lines in them end early although there is room. */
const splitRow = (cells: Cell[], { columns }: Grid): Cell[][] => {
  const rightEdge = (column: number) => columns[column + 1] ?? 0
  const long = cells.filter(({ lines }) => lines.length > 1)
  const ends = long.flatMap(({ lines, column }) =>
    lines.slice(1).map((line, at) => isForced(lines[at] as PdfLine, line, rightEdge(column))),
  )
  const areAlike = cells.length > 2 && new Set(cells.map(({ lines }) => lines.length)).size === 1
  if (long.length < 2 || (!areAlike && ends.filter(Boolean).length <= ends.length / 2)) return [cells]
  const rows: Cell[][] = []
  const placed = cells.flatMap(({ lines, ...cell }) => lines.map((line) => ({ ...cell, line })))
  for (const { line, ...cell } of placed.toSorted((a, b) => byPlace(a.line, b.line))) {
    const open = rows.at(-1)
    const isLevel = open?.some(({ lines: [first] }) => first && Math.abs(first.y - line.y) < line.size / 2)
    const above = open?.find(({ column }) => column === cell.column)
    const last = above?.lines.at(-1)
    const isNew = cell.column === 0 || !last || isForced(last, line, rightEdge(cell.column))
    if (!open || (!isLevel && isNew)) rows.push([{ ...cell, lines: [line] }])
    else if (above) above.lines.push(line)
    else open.push({ ...cell, lines: [line] })
  }
  return rows
}

const toRow = (cells: Cell[], grid: Grid): PdfLine => {
  const lines = cells.flatMap((cell) => cell.lines).toSorted(byPlace)
  const texts: TextWithLinks[] = grid.columns.slice(1).map(() => ({ text: '', links: [] }))
  for (const { column, lines: own } of cells) {
    const [first, ...rest] = own as [PdfLine, ...PdfLine[]]
    texts[column] = rest.reduce<TextWithLinks>((all, line) => joinTextLines(all, line, new Set()), first)
  }
  const text = texts.flatMap((cell) => cell.text || []).join(' ')
  const x = Math.min(...lines.map((line) => line.x))
  const end = Math.max(...lines.map((line) => line.end))
  return {
    ...(lines[0] as PdfLine),
    text,
    x,
    end,
    links: [],
    cells: [{ text, x, end }],
    bold: lines.every(({ bold }) => bold),
    row: { grid, cells: texts },
  }
}

/** Returns a grid with additional columns where white space separates text like a line. */
const partColumns = (grid: Grid, pieces: PdfPiece[], toLinesOf: ToLines): Grid => {
  const [to = 0, from = 0] = [grid.rows[0], grid.rows.at(-1)]
  const findColumn = (piece: PdfPiece) => grid.columns.findLastIndex((edge) => edge <= pieceMiddle(piece).x)
  const gaps = [...Map.groupBy(pieces, findColumn).values()].flatMap((own) => findGaps(toLinesOf(own)))
  return {
    ...grid,
    columns: [...grid.columns, ...gaps].toSorted((a, b) => a - b),
    vertical: [...grid.vertical, ...gaps.map((at) => ({ at, from, to }))],
  }
}

/** Returns the rows of a grid from top to bottom, or undefined if the grid is no table. */
const toGridRows = (grid: Grid, pieces: PdfPiece[], toLinesOf: ToLines): PdfLine[] | undefined => {
  const cells = toGridCells(grid, pieces, toLinesOf)
  const ordered = cells.toSorted((a, b) => a.row - b.row)
  const rows = groupRuns(ordered, ({ row }, first) => row === first.row).flatMap((row) => splitRow(row, grid))
  const isTable = rows.length > 1 && rows.filter((row) => row.length > 1).length > 1
  const isLayout = cells.some(({ lines }) => lines.length > maxLinesOfCell)
  return isTable && !isLayout ? rows.map((row) => toRow(row, grid)) : undefined
}

/** Adds lines next to a grid that are rows of its table; returns their pieces. */
const addBeside = (rows: PdfLine[], groups: PdfPiece[][], grid: Grid, toLinesOf: ToLines): PdfPiece[] => {
  const taken: PdfPiece[] = []
  for (const isAbove of [true, false]) {
    let edge = (isAbove ? grid.rows[0] : grid.rows.at(-1)) ?? 0
    for (const group of isAbove ? groups.toReversed() : groups) {
      const [{ y, size }] = group as [PdfPiece]
      const gap = isAbove ? y - edge : edge - y
      const cells = gap > -size && gap < size * maxRowGap ? findCells(group, grid, toLinesOf) : undefined
      if (!cells || taken.includes(group[0] as PdfPiece)) continue
      rows.splice(isAbove ? 0 : rows.length, 0, toRow(cells, grid))
      taken.push(...group)
      edge = y
    }
  }
  return taken
}

/** Replaces the pieces of each drawn table with one piece per row, at the position of the first piece. */
export const placeRows = (pieces: PdfPiece[], grids: Grid[], toLinesOf: ToLines): PdfPiece[] => {
  let left = pieces
  for (const drawn of grids) {
    const own = left.filter((piece) => !piece.row && isInsideGrid(drawn, piece))
    const grid = partColumns(drawn, own, toLinesOf)
    const rows = own.length > 0 ? toGridRows(grid, own, toLinesOf) : undefined
    if (!rows) continue
    const taken = new Set(own)
    const groups = groupByLine(left.filter((piece) => !piece.row && !taken.has(piece)))
    for (const piece of addBeside(rows, groups, grid, toLinesOf)) taken.add(piece)
    const first = left.findIndex((piece) => taken.has(piece))
    const placed = rows.map((row): PdfPiece => ({ ...row, width: row.end - row.x, row }))
    left = [...left.slice(0, first), ...placed, ...left.slice(first).filter((piece) => !taken.has(piece))]
  }
  return left
}
