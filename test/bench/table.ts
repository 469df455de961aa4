import { writeSync } from 'node:fs'

type Cell = string | number

const shown = (cell: Cell) =>
  typeof cell === 'string' ? cell : Number.isInteger(cell) ? String(cell) : cell.toFixed(2)

/** Descriptor on which benches write; standard output is full of log lines from the handlers that they call. */
const output = 3

export const say = (text: string) => writeSync(output, `${text}\n`)

/** Formats rows in columns of minimum width; the first row is the heading, and numbers are right-aligned. */
export const tableOf = (title: string, heading: string[], rows: Cell[][]): string => {
  const texts = [heading, ...rows.map((row) => row.map(shown))]
  const widths = heading.map((_, column) => Math.max(...texts.map((row) => row[column]?.length ?? 0)))
  const lines = texts.map((row, index) =>
    row
      .map((text, column) => {
        const isNumber = typeof (rows[index - 1] ?? rows[0])?.[column] === 'number'
        return isNumber ? text.padStart(widths[column] ?? 0) : text.padEnd(widths[column] ?? 0)
      })
      .join('  ')
      .trimEnd(),
  )
  return `\n${title}\n${lines.join('\n')}`
}

export const printTable = (title: string, heading: string[], rows: Cell[][]) =>
  say(tableOf(title, heading, rows))
