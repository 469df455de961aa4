import { reading, type Archive } from '../archive.ts'
import { heading, plainTable, textNode, type Block, type Reading } from '../block.ts'
import { rowsPerTable } from '../sheet.ts'
import { corrupt } from '../unreadable-file.ts'
import {
  allElements,
  below,
  childrenOf,
  elements,
  relationsOf,
  textOf,
  within,
  type Element,
} from '../xml.ts'

const mostColumns = 200

/** ECMA-376 part 1, 18.8.30: the built-in formats of dates and times. */
const isDateFormat = (id: number, code: string | undefined): boolean =>
  code === undefined
    ? (id >= 14 && id <= 22) || (id >= 45 && id <= 47)
    : /[ymdhs]/i.test(code.replace(/"[^"]*"|\[[^\]]*\]|\\./g, '')) && !/General/i.test(code)

type Format = 'date' | 'percent' | 'plain'

const formatsOf = async (archive: Archive, part: string): Promise<Format[]> => {
  const [sheet] = await allElements(archive, part, ['styleSheet'])
  const codes = new Map(
    within(sheet ?? none, 'numFmt').map(({ attributes }) => [
      Number(attributes['numFmtId']),
      attributes['formatCode'],
    ]),
  )
  return childrenOf(below(sheet, 'cellXfs'), 'xf').map(({ attributes }) => {
    const id = Number(attributes['numFmtId'] ?? 0)
    const isPercent = id === 9 || id === 10 || codes.get(id)?.includes('%')
    return isPercent ? 'percent' : isDateFormat(id, codes.get(id)) ? 'date' : 'plain'
  })
}

const none: Element = { name: '', attributes: {}, children: [] }

/** A day count as Excel keeps it: since 1899-12-30, or 1904-01-01 in old workbooks of Macs. */
const dateOf = (value: number, since1904: boolean): string => {
  const time = new Date(Math.round((value - (since1904 ? 24_107 : 25_569)) * 86_400) * 1000)
  if (Number.isNaN(time.getTime())) return String(value)
  const text = time.toISOString()
  if (value < 1) return text.slice(11, 16)
  return Number.isInteger(value) ? text.slice(0, 10) : `${text.slice(0, 10)} ${text.slice(11, 16)}`
}

const columnOf = (reference: string): number =>
  reference
    .replace(/\d+$/, '')
    .split('')
    .reduce((at, letter) => at * 26 + letter.charCodeAt(0) - 64, 0) - 1

const rounded = (value: number) => String(Number(value.toPrecision(12)))

/** The text of rich strings, without the readings that stand above Japanese ones. */
const stringOf = (element: Element): string =>
  childrenOf(element)
    .map((child) =>
      child.name === 't' ? textOf(child) : child.name === 'r' ? textOf(below(child, 't')) : '',
    )
    .join('')

export const readXlsx = ({ path, progress }: Reading): AsyncGenerator<Block> =>
  reading(path, async function* (archive) {
    const start = [...(await relationsOf(archive, '')).values()].find(({ type }) => type === 'officeDocument')
    const part = start?.target ?? 'xl/workbook.xml'
    if (!archive.has(part)) throw corrupt()
    const relations = await relationsOf(archive, part)
    const partOf = (type: string) =>
      [...relations.values()].find((found) => found.type === type)?.target ?? ''
    const found = await allElements(archive, part, ['workbookPr', 'sheet'])
    const since1904 = found.some(({ attributes }) => ['1', 'true'].includes(attributes['date1904'] ?? ''))
    const sheets = found.filter(
      ({ name, attributes }) => name === 'sheet' && !/hidden/i.test(attributes['state'] ?? ''),
    )
    const formats = await formatsOf(archive, partOf('styles'))
    const strings: string[] = []
    if (archive.has(partOf('sharedStrings')))
      for await (const item of elements(archive, partOf('sharedStrings'), ['si']))
        strings.push(stringOf(item))

    const cellText = (cell: Element): string => {
      const { t = 'n', s = '0' } = cell.attributes
      if (t === 'inlineStr') return stringOf(below(cell, 'is') ?? none)
      const value = textOf(below(cell, 'v'))
      if (t === 's') return strings[Number(value)] ?? ''
      if (t === 'b') return value === '1' ? 'TRUE' : 'FALSE'
      const number = Number(value)
      if (t !== 'n' || value === '' || Number.isNaN(number)) return value
      const format = formats[Number(s)]
      return format === 'date'
        ? dateOf(number, since1904)
        : format === 'percent'
          ? `${rounded(number * 100)} %`
          : rounded(number)
    }
    const cellsOf = (row: Element): string[] => {
      const cells: string[] = []
      for (const cell of childrenOf(row, 'c')) {
        const column = cell.attributes['r'] ? columnOf(cell.attributes['r']) : cells.length
        if (column >= mostColumns) break
        while (cells.length < column) cells.push('')
        cells[column] = cellText(cell).trim()
      }
      return cells
    }
    for (const [at, sheet] of sheets.entries()) {
      const target = relations.get(sheet.attributes['r:id'] ?? '')
      if (!target || target.type !== 'worksheet' || !archive.has(target.target)) continue
      const page = at + 1
      yield { node: heading(2, [textNode(sheet.attributes['name'] ?? String(page))]), page }
      let head: string[] | undefined
      let rows: string[][] = []
      for await (const row of elements(archive, target.target, ['row'])) {
        const cells = cellsOf(row)
        if (cells.every((cell) => !cell)) continue
        // a line above a table that fills a single cell is a title of it, not its head
        if (!head && cells.filter(Boolean).length === 1 && cells[0]) {
          yield { node: { type: 'paragraph', children: [textNode(cells[0])] }, page }
          continue
        }
        if (head) rows.push(cells)
        else head = cells
        if (rows.length < rowsPerTable) continue
        const node = plainTable([head, ...rows])
        if (node) yield { node, page }
        rows = []
      }
      const node = head && plainTable([head, ...rows])
      if (node) yield { node, page }
      progress((at + 1) / sheets.length)
    }
  })
