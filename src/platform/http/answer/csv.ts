import { Readable } from 'node:stream'
import { HttpReply } from '../exchange/http-reply.ts'

/** Returns a CSV cell; escapes a leading character that would make it a formula in a spreadsheet. */
const toCsvCell = (value: unknown): string => {
  const text = typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value)
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Returns a line of comma-separated values (RFC 4180). */
const csvLine = (cells: unknown[]): string => `${cells.map(toCsvCell).join(',')}\r\n`

/** Returns the head of a CSV table with these columns, and a function that returns the line of a row. */
export const csvTable = <Row>(columns: Record<string, (row: Row) => unknown>) => ({
  head: csvLine(Object.keys(columns)),
  line: (row: Row): string => csvLine(Object.values(columns).map((column) => column(row) ?? null)),
})

/** Returns a response that streams a text, in place of the JSON body. */
export const exportReply = <T>(
  body: T,
  lines: Iterable<string> | AsyncIterable<string>,
  type = 'text/csv',
  headers: Record<string, string> = {},
) =>
  new HttpReply(body, {
    headers: { 'Content-Type': `${type}; charset=utf-8`, ...headers },
    stream: () => Readable.from(lines, { objectMode: false }),
  })
