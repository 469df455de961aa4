import type { Block, Reading } from '../markdown/block.ts'
import { requireNarrow, SheetTables } from '../markdown/table.ts'
import { readTextFile } from '../text-file.ts'

/** Separators in order of preference; the comma is last because numbers and prose contain commas. */
const separators = [';', '\t', '|', ',']
const sampleCharacters = 20_000
const sampleLines = 20

/** Maximum length of a file with a single row; a longer line is no table. */
const maxLoneHeadCharacters = 100_000

/** Returns the size of the largest group of lines with equally many cells; lines of one cell do not count. */
const countAlike = (separator: string, lines: string[]): number => {
  const byCells = Map.groupBy(lines, (line) => line.split(separator).length)
  byCells.delete(1)
  return Math.max(0, ...[...byCells.values()].map(({ length }) => length))
}

/** Returns the separator that divides most of the first lines into the same number of cells. */
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

/** Matches a cell, quoted or not, and its end: the separator, a line feed or the end of the text. */
const cellPattern = (separator: string): RegExp => {
  const mark = separator === '|' ? '\\|' : separator
  const quoted = '"((?:[^"]|"")*)"'
  const plain = `([^${separator}\\n"][^${separator}\\n]*)?`
  return new RegExp(`(?:${quoted}|${plain})(${mark}|\\n|$)`, 'y')
}

/** Parses the cell at `start`; with a misplaced quote, it is the rest of its line, not of the file (decision 0031). */
const parseCell = (text: string, pattern: RegExp, start: number) => {
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

/** Yields the rows of separated values (RFC 4180). */
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

const isEmptyRow = (row: string[]) => row.every((cell) => !cell.trim())

export async function* readCsv({ progress, ...file }: Reading): AsyncGenerator<Block> {
  const text = await readTextFile(file)
  const tables = new SheetTables()
  let readCharacters = 0
  for (const row of parseRows(text)) {
    readCharacters += row.join(' ').length + 1
    const node = isEmptyRow(row) ? undefined : tables.add(row)
    if (!node) continue
    yield { node, page: null }
    progress(readCharacters / text.length)
  }
  if (tables.isHeadAlone && readCharacters >= maxLoneHeadCharacters) return
  const node = tables.end()
  if (node) yield { node, page: null }
}
