import type { Archive } from '../../archive.ts'
import {
  childElements,
  findByPath,
  findElements,
  noElement,
  readAllElements,
  readElements,
  textContent,
  type Element,
} from '../../xml.ts'

/** What the cells of a workbook share. */
export type Workbook = { formats: Format[]; strings: string[]; since1904: boolean }

type Format = 'date' | 'percent' | 'plain'
type CellReader = (cell: Element, workbook: Workbook) => string

const maxColumns = 200

/** ECMA-376 part 1, 18.8.30: the built-in formats of dates and times, and of percent. */
const isBuiltInDate = (id: number) => (id >= 14 && id <= 22) || (id >= 45 && id <= 47)
const isBuiltInPercent = (id: number) => id === 9 || id === 10

const isDateCode = (code: string): boolean => {
  const letters = code.replace(/"[^"]*"|\[[^\]]*\]|\\./g, '')
  return /[ymdhs]/i.test(letters) && !/General/i.test(code)
}

const findFormat = (id: number, code: string | undefined): Format => {
  if (isBuiltInPercent(id) || code?.includes('%')) return 'percent'
  return (code === undefined ? isBuiltInDate(id) : isDateCode(code)) ? 'date' : 'plain'
}

/** The formats of cells, by the number of their style. */
export const readFormats = async (archive: Archive, part: string): Promise<Format[]> => {
  const [sheet = noElement] = await readAllElements(archive, part, ['styleSheet'])
  const codes = new Map(
    findElements(sheet, 'numFmt').map(({ attributes }) => [
      Number(attributes['numFmtId']),
      attributes['formatCode'],
    ]),
  )
  return childElements(findByPath(sheet, 'cellXfs'), 'xf').map(({ attributes }) => {
    const id = Number(attributes['numFmtId'] ?? 0)
    return findFormat(id, codes.get(id))
  })
}

/** The text of a rich string, without the readings that stand above Japanese ones. */
const readString = (element: Element): string =>
  childElements(element)
    .map((child) => {
      if (child.name === 't') return textContent(child)
      return child.name === 'r' ? textContent(findByPath(child, 't')) : ''
    })
    .join('')

/** The strings that cells refer to by their number. */
export const readSharedStrings = async (archive: Archive, part: string): Promise<string[]> => {
  const strings: string[] = []
  if (!archive.has(part)) return strings
  for await (const item of readElements(archive, part, ['si'])) strings.push(readString(item))
  return strings
}

const secondsPerDay = 86_400
/** The days from the beginning of Excel's count to 1970-01-01: from 1899-12-30, in old workbooks of Macs 1904-01-01. */
const epochDays = { usual: 25_569, since1904: 24_107 }

const formatDate = (days: number, since1904: boolean): string => {
  const epoch = since1904 ? epochDays.since1904 : epochDays.usual
  const date = new Date(Math.round((days - epoch) * secondsPerDay) * 1000)
  if (Number.isNaN(date.getTime())) return String(days)
  const text = date.toISOString()
  const [day, time] = [text.slice(0, 10), text.slice(11, 16)]
  if (days < 1) return time
  return Number.isInteger(days) ? day : `${day} ${time}`
}

const significantDigits = 12
const formatNumber = (value: number) => String(Number(value.toPrecision(significantDigits)))

const readValue = (cell: Element) => textContent(findByPath(cell, 'v'))

const readNumber: CellReader = (cell, { formats, since1904 }) => {
  const value = readValue(cell)
  const number = Number(value)
  if (value === '' || Number.isNaN(number)) return value
  const format = formats[Number(cell.attributes['s'] ?? 0)]
  if (format === 'date') return formatDate(number, since1904)
  return format === 'percent' ? `${formatNumber(number * 100)} %` : formatNumber(number)
}

/** Cells by their type; others hold their text as it is. */
const cellReaders = new Map<string, CellReader>([
  ['n', readNumber],
  ['s', (cell, { strings }) => strings[Number(readValue(cell))] ?? ''],
  ['b', (cell) => (readValue(cell) === '1' ? 'TRUE' : 'FALSE')],
  ['inlineStr', (cell) => readString(findByPath(cell, 'is') ?? noElement)],
])

const letterA = 0x41

/** The column of a cell from 0, by its reference, such as `C7`. */
const columnOf = (reference: string): number => {
  const letters = Buffer.from(reference.replace(/\d+$/, ''))
  return letters.reduce((column, letter) => column * 26 + letter - letterA + 1, 0) - 1
}

/** The texts of a row; cells beyond 200 columns are left out. */
export const readRow = (row: Element, workbook: Workbook): string[] => {
  const texts: string[] = []
  for (const cell of childElements(row, 'c')) {
    const reference = cell.attributes['r']
    const column = reference ? columnOf(reference) : texts.length
    if (column >= maxColumns) break
    while (texts.length < column) texts.push('')
    const read = cellReaders.get(cell.attributes['t'] ?? 'n') ?? readValue
    texts[column] = read(cell, workbook).trim()
  }
  return texts
}
