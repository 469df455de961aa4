import { format, getFormatDateInfo, getFormatFromId, isTextFormat } from 'numfmt'

/** Dates of built-in formats follow the settings of a reader; those of ISO 8601 are read alike by all. */
const localDate = 'm/d/yyyy'

/** Returns the code of a format by its id, of those that a workbook does not define (ECMA-376 part 1, 18.8.30). */
export const builtInFormat = (id: number): string => getFormatFromId(id).replace(localDate, 'yyyy-mm-dd')

/** Digits that a spreadsheet keeps of a number; it stores two more. */
const significantDigits = 15
const general = /General/gi

/** Days from the beginning of the usual count to that of old workbooks of Macs, 1904-01-01. */
const daysTo1904 = 1_462

/** Whether a format shows a day of the calendar, which depends on where the count of a workbook begins. */
const isCalendar = (code: string) => {
  const { year, month, day } = getFormatDateInfo(code)
  return year || month || day
}

/** A number with all of its digits, where a spreadsheet shows as many as its cell is wide. */
const formatGeneral = (value: number): string => String(Number(value.toPrecision(significantDigits)))

const formatNumber = (code: string, value: number, since1904: boolean): string => {
  if (/General/i.test(code) || isTextFormat(code)) {
    const digits = `"${formatGeneral(Math.abs(value))}"`
    return isTextFormat(code) ? formatGeneral(value) : format(code.replace(general, digits), value)
  }
  if (!isCalendar(code)) return format(code, value)
  const days = since1904 ? value + daysTo1904 : value
  return days < 0 ? formatGeneral(value) : format(code, days)
}

/**
 * Formats the value of a cell as a spreadsheet shows it, by the code of its format (ECMA-376 part 1, 18.8.31), on one
 * line and without padding. A code that is none leaves a number as it is.
 */
export const formatValue = (code: string, value: number | string, since1904 = false): string => {
  try {
    const text = typeof value === 'number' ? formatNumber(code, value, since1904) : format(code, value)
    return text.replace(/\s+/g, ' ').trim()
  } catch {
    return typeof value === 'number' ? formatGeneral(value) : value
  }
}
