import type { Archive } from '../../archive.ts'
import {
  childElements,
  findByPath,
  findElements,
  readElement,
  readElements,
  textContent,
  type Element,
} from '../../xml.ts'
import { requireNarrow } from '../../markdown/table.ts'
import { builtInFormat, formatValue } from './number-format.ts'

/** Data that all cells of a workbook share. */
export type Workbook = { formats: string[]; strings: string[]; since1904: boolean }

type CellReader = (cell: Element, workbook: Workbook) => string

/** Returns the format codes of a workbook by style index. */
export const readFormats = async (archive: Archive, part: string | undefined): Promise<string[]> => {
  const sheet = await readElement(archive, part, 'styleSheet')
  const formats = findElements(sheet, 'numFmt')
  const codes = new Map(formats.map(({ attributes: { numFmtId, formatCode } }) => [numFmtId, formatCode]))
  return childElements(findByPath(sheet, 'cellXfs'), 'xf').map(
    ({ attributes: { numFmtId = '0' } }) => codes.get(numFmtId) ?? builtInFormat(Number(numFmtId)),
  )
}

/** Returns the text of a rich string without its phonetic readings in Japanese. */
const readString = (element: Element | undefined): string =>
  childElements(element)
    .filter(({ name }) => name === 't' || name === 'r')
    .map((child) => textContent(child.name === 'r' ? findByPath(child, 't') : child))
    .join('')

export const readSharedStrings = async (archive: Archive, part: string | undefined): Promise<string[]> =>
  part && archive.has(part) ? Array.fromAsync(readElements(archive, part, ['si']), readString) : []

const readValue = (cell: Element) => textContent(findByPath(cell, 'v'))

const cellFormat = ({ attributes }: Element, { formats }: Workbook) =>
  formats[Number(attributes['s'] ?? 0)] ?? builtInFormat(0)

const readCellNumber: CellReader = (cell, workbook) => {
  const value = readValue(cell)
  const number = Number(value)
  if (value === '' || Number.isNaN(number)) return value
  return formatValue(cellFormat(cell, workbook), number, workbook.since1904)
}

const readShared: CellReader = (cell, { strings }) => strings[Number(readValue(cell))] ?? ''

const readText =
  (read: CellReader): CellReader =>
  (cell, workbook) => {
    const [text, code] = [read(cell, workbook), cellFormat(cell, workbook)]
    return /[@"]/.test(code) ? formatValue(code, text) : text
  }

/** Readers of cells by type; cells of other types contain their text. */
const cellReaders = new Map<string, CellReader>([
  ['n', readCellNumber],
  ['s', readText(readShared)],
  ['str', readText(readValue)],
  ['b', (cell) => (readValue(cell) === '1' ? 'TRUE' : 'FALSE')],
  ['inlineStr', readText((cell) => readString(findByPath(cell, 'is')))],
])

const letterA = 0x41

/** Returns the column of a cell from 0, by its reference, such as `C7`. */
const columnIndex = (reference: string): number => {
  const letters = Buffer.from(reference.replace(/\d+$/, ''))
  return letters.reduce((column, letter) => column * 26 + letter - letterA + 1, 0) - 1
}

export const readXlsxRow = (row: Element, workbook: Workbook): string[] => {
  const texts: string[] = []
  for (const cell of childElements(row, 'c')) {
    const reference = cell.attributes['r']
    const column = reference ? columnIndex(reference) : texts.length
    while (texts.length < column) {
      texts.push('')
      requireNarrow(texts)
    }
    const read = cellReaders.get(cell.attributes['t'] ?? 'n') ?? readValue
    texts[column] = read(cell, workbook).trim()
  }
  return texts
}
