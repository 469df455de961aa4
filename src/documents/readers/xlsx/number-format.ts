import { format, getFormatDateInfo, getFormatFromId, isTextFormat } from 'numfmt'

/** Date of built-in formats, which depends on the locale of the person who opens a file; ISO 8601 is unambiguous. */
const localDate = 'm/d/yyyy'

/** Returns the code of a built-in format by its ID (ECMA-376 part 1, 18.8.30). */
export const builtInFormat = (id: number): string => getFormatFromId(id).replace(localDate, 'yyyy-mm-dd')

/** Number of significant digits of a number in a spreadsheet, which stores two more. */
const significantDigits = 15
const general = /General/gi

/** Days from the usual epoch to 1904-01-01, the epoch of old Mac workbooks. */
const daysTo1904 = 1_462

/** Returns true if a format shows a calendar date, which depends on the epoch of the workbook. */
const isCalendar = (code: string) => {
  const { year, month, day } = getFormatDateInfo(code)
  return year || month || day
}

/** Writes a number with all of its digits, although a spreadsheet shows only as many as fit its cell. */
const formatGeneral = (value: number): string => String(Number(value.toPrecision(significantDigits)))

const formatCellNumber = (code: string, value: number, since1904: boolean): string => {
  if (/General/i.test(code) || isTextFormat(code)) {
    const digits = `"${formatGeneral(Math.abs(value))}"`
    return isTextFormat(code) ? formatGeneral(value) : format(code.replace(general, digits), value)
  }
  if (!isCalendar(code)) return format(code, value)
  const days = since1904 ? value + daysTo1904 : value
  return days < 0 ? formatGeneral(value) : format(code, days)
}

/** Formats a value by its format code (ECMA-376 part 1, 18.8.31) on one line; ignores an invalid code. */
export const formatValue = (code: string, value: number | string, since1904 = false): string => {
  try {
    const text = typeof value === 'number' ? formatCellNumber(code, value, since1904) : format(code, value)
    return text.replace(/\s+/g, ' ').trim()
  } catch {
    return typeof value === 'number' ? formatGeneral(value) : value
  }
}
