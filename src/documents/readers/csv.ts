import type { Block, Reading } from '../markdown/block.ts'
import { requireNarrow, SheetTables } from '../markdown/table.ts'
import { readTextFile } from '../text-file.ts'

/** In order of preference: numbers and texts have commas. */
const separators = [';', '\t', '|', ',']
const sampleCharacters = 20_000
const sampleLines = 20

/** A longer line alone is no table. */
const maxLoneHeadCharacters = 100_000

/** How many lines have the number of cells that most have with a separator; a line of one cell is no table. */
const countAlike = (separator: string, lines: string[]): number => {
  const byCells = Map.groupBy(lines, (line) => line.split(separator).length)
  byCells.delete(1)
  return Math.max(0, ...[...byCells.values()].map(({ length }) => length))
}

/** The separator that divides most of the first lines into the same number of cells. */
const guessSeparator = (text: string): string => {
  const lines = text
    .slice(0, sampleCharacters)
    .replace(/"[^"]*"/g, '')
    .split('\n')
    .slice(0, sampleLines)
    .filter(Boolean)
  const [best = ','] = separators.toSorted((one, other) => countAlike(other, lines) - countAlike(one, lines))
  return best
}

/** A cell, in quotes or not, and what ends it: the separator, the end of the line or that of the text. */
const cellPattern = (separator: string): RegExp => {
  const mark = separator === '|' ? '\\|' : separator
  const quoted = '"((?:[^"]|"")*)"'
  const plain = `([^${separator}\\n"][^${separator}\\n]*)?`
  return new RegExp(`(?:${quoted}|${plain})(${mark}|\\n|$)`, 'y')
}

type Cell = { value: string; end: string; next: number }

/**
 * The cell that begins at `start`; with a quote in the wrong place it is the rest of its line, where a library takes
 * all that follows (decision 0031).
 */
const parseCell = (text: string, pattern: RegExp, start: number): Cell => {
  pattern.lastIndex = start
  const match = pattern.exec(text)
  if (match) {
    const [, quoted, plain = '', end = ''] = match
    return { value: quoted?.replaceAll('""', '"') ?? plain, end, next: pattern.lastIndex }
  }
  const lineFeed = text.indexOf('\n', start)
  const lineEnd = lineFeed < 0 ? text.length : lineFeed
  return { value: text.slice(start, lineEnd), end: '\n', next: lineEnd + 1 }
}

/** The rows of separated values (RFC 4180). */
function* parseRows(text: string): Generator<string[]> {
  const separator = guessSeparator(text)
  const pattern = cellPattern(separator)
  let row: string[] = []
  for (let at = 0; at < text.length;) {
    const { value, end, next } = parseCell(text, pattern, at)
    row.push(value)
    requireNarrow(row)
    at = next
    if (end === separator) continue
    yield row
    row = []
  }
  if (row.length > 0) yield row
}

const isEmpty = (row: string[]) => row.every((cell) => !cell.trim())

export async function* readCsv({ progress, ...file }: Reading): AsyncGenerator<Block> {
  const text = await readTextFile(file)
  const tables = new SheetTables()
  let readCharacters = 0
  for (const row of parseRows(text)) {
    readCharacters += row.join(' ').length + 1
    const node = isEmpty(row) ? undefined : tables.add(row)
    if (!node) continue
    yield { node, page: null }
    progress(readCharacters / text.length)
  }
  if (tables.isHeadAlone && readCharacters >= maxLoneHeadCharacters) return
  const node = tables.end()
  if (node) yield { node, page: null }
}
