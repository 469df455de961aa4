import { plainTable, type Block, type Reading } from '../block.ts'
import { charactersOf } from '../characters.ts'
import { rowsPerTable } from '../sheet.ts'

/** The separator that most of the first lines have in common outside of quotes. */
const separatorOf = (text: string): string => {
  const lines = text
    .slice(0, 20_000)
    .replace(/"[^"]*"/g, '')
    .split('\n')
    .slice(0, 20)
    .filter(Boolean)
  const score = (mark: string) => Math.min(...lines.map((line) => line.split(mark).length))
  return [',', ';', '\t', '|'].reduce((best, mark) => (score(mark) > score(best) ? mark : best), ',')
}

/** The rows of a text of separated values (RFC 4180), with any separator. */
function* rowsOf(text: string): Generator<string[]> {
  const separator = separatorOf(text)
  const cells = new RegExp(
    `(?:"((?:[^"]|"")*)"|([^${separator}\\n"][^${separator}\\n]*)?)(${separator === '|' ? '\\|' : separator}|\\n|$)`,
    'y',
  )
  let row: string[] = []
  while (cells.lastIndex < text.length) {
    const at = cells.lastIndex
    const found = cells.exec(text)
    if (!found) {
      const end = text.indexOf('\n', at)
      row.push(text.slice(at, end < 0 ? text.length : end))
      cells.lastIndex = end < 0 ? text.length : end + 1
      yield row
      row = []
      continue
    }
    row.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? '')
    if (found[3] === separator) continue
    yield row
    row = []
  }
  if (row.length > 0) yield row
}

export async function* readCsv({ path, progress }: Reading): AsyncGenerator<Block> {
  const text = await charactersOf(path)
  let head: string[] | undefined
  let rows: string[][] = []
  let read = 0
  for (const row of rowsOf(text)) {
    read += row.join(' ').length + 1
    if (row.every((cell) => !cell.trim())) continue
    head ??= row
    if (head !== row) rows.push(row)
    if (rows.length < rowsPerTable) continue
    const node = plainTable([head, ...rows])
    if (node) yield { node, page: null }
    rows = []
    progress(read / text.length)
  }
  const node = head && plainTable([head, ...rows])
  if (node && (rows.length > 0 || read < 100_000)) yield { node, page: null }
}
