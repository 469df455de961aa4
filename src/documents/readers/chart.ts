import type { BlockContent } from 'mdast'
import type { Archive } from '../archive.ts'
import { paragraph, textNode, type Skip } from '../markdown/block.ts'
import type { OpenPart } from '../relationships.ts'
import { createTable } from '../markdown/table.ts'
import { findByPath, findElements, readElement, textContent, type Element } from '../xml.ts'

/** Returns the cached values of a series by their indexes; programs store them next to the formulas. */
const readCache = (source: Element | undefined): Map<number, string> => {
  const values = new Map<number, string>()
  for (const point of findElements(source, 'pt')) {
    const at = Number(point.attributes['idx'] ?? 0)
    values.set(at, [values.get(at), textContent(findByPath(point, 'v')).trim()].filter(Boolean).join(' '))
  }
  return values
}

type Column = { name: string; values: Map<number, string> }

const readColumn = (series: Element, name: string): Column => ({
  name: [...readCache(findByPath(series, 'tx')).values()].join(' '),
  values: readCache(findByPath(series, name)),
})

const columnText = ({ values }: Column) => [...values.values()].join(' ')

/** Returns the categories of a chart once, and the values of each series (ECMA-376 part 1, section 21.2). */
const readChartColumns = (series: Element[], skip: Skip): Column[] => {
  let categories = ''
  return series.flatMap((one) => {
    const column = { ...readColumn(one, 'cat'), name: '' }
    const isRepeated = columnText(column) === categories
    if (isRepeated) skip('alternative', categories)
    categories = columnText(column)
    const values = ['xVal', 'val', 'yVal', 'bubbleSize'].map((name) => readColumn(one, name))
    return (isRepeated ? values : [column, ...values]).filter(({ values }) => values.size > 0)
  })
}

const toChartTable = (series: Element[], skip: Skip): BlockContent[] => {
  const columns = readChartColumns(series, skip)
  const numbers = [...new Set(columns.flatMap(({ values }) => [...values.keys()]))].toSorted((a, b) => a - b)
  const rows = numbers.map((number) => columns.map(({ values }) => values.get(number) ?? ''))
  const cells = [columns.map(({ name }) => name), ...rows]
  const node = createTable(cells.map((row) => row.map((text) => (text ? [textNode(text)] : []))))
  return node ? [node] : []
}

/** Returns the paragraphs of a drawing that have text. */
export const readLines = (drawing: Element | undefined): string[] =>
  findElements(drawing, 'p')
    .map((line) => findElements(line, 't').map(textContent).join('').trim())
    .filter(Boolean)

/** Reads the titles and labels of a chart. */
export const readChartLines = async (archive: Archive, part: string): Promise<string[]> =>
  readLines(await readElement(archive, part, 'chartSpace'))

/** Reads a chart: its titles and labels, and the values stored when it was last drawn. */
export const readChart = async ({ attributes }: Element, part: OpenPart & { skip: Skip }) => {
  const { archive, relationships, skip } = part
  const target = relationships.get(attributes['r:id'] ?? '')?.target
  const space = await readElement(archive, target, 'chartSpace')
  const lines = readLines(space).map((line) => paragraph([textNode(line)]))
  return [...lines, ...toChartTable(findElements(space, 'ser'), skip)]
}
