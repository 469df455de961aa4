/** Returns a CSV cell; escapes a leading character that would make it a formula in a spreadsheet. */
const toCsvCell = (value: unknown): string => {
  const text = typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value)
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Returns a line of comma-separated values (RFC 4180). */
export const csvLine = (cells: unknown[]): string => `${cells.map(toCsvCell).join(',')}\r\n`
