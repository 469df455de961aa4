import type { BlockContent } from 'mdast'
import type { Archive } from '../archive.ts'
import { paragraph, textNode, type Skip } from '../markdown/block.ts'
import type { Relationships } from '../relationships.ts'
import { table } from '../markdown/table.ts'
import { findByPath, findElements, readAllElements, textContent, type Element } from '../xml.ts'

/** Returns the cached values of a series by their indexes; programs store them next to the formulas. */
const readCache = (source: Element | undefined): Map<number, string> => {
  const values = new Map<number, string>()
  for (const point of source ? findElements(source, 'pt') : []) {
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

const wordsOf = ({ values }: Column) => [...values.values()].join(' ')

/**
 * Returns the columns of a chart: its categories, without repetitions by further series, and the values of each series
 * (ECMA-376 part 1, section 21.2).
 */
const readColumns = (series: Element[], skip: Skip): Column[] => {
  let categories = ''
  return series.flatMap((one) => {
    const column = { ...readColumn(one, 'cat'), name: '' }
    const isRepeated = wordsOf(column) === categories
    if (isRepeated) skip('alternative', categories)
    categories = wordsOf(column)
    const values = ['xVal', 'val', 'yVal', 'bubbleSize'].map((name) => readColumn(one, name))
    return (isRepeated ? values : [column, ...values]).filter(({ values }) => values.size > 0)
  })
}

const readTable = (series: Element[], skip: Skip): BlockContent[] => {
  const columns = readColumns(series, skip)
  const numbers = [...new Set(columns.flatMap(({ values }) => [...values.keys()]))].toSorted((a, b) => a - b)
  const rows = numbers.map((number) => columns.map(({ values }) => values.get(number) ?? ''))
  const cells = [columns.map(({ name }) => name), ...rows]
  const node = table(cells.map((row) => row.map((text) => (text ? [textNode(text)] : []))))
  return node ? [node] : []
}

/** Returns the paragraphs of a drawing that have text. */
export const readLines = (drawing: Element): string[] =>
  findElements(drawing, 'p')
    .map((line) => findElements(line, 't').map(textContent).join('').trim())
    .filter(Boolean)

const readSpace = async (archive: Archive, part: string | undefined): Promise<Element | undefined> =>
  part ? (await readAllElements(archive, part, ['chartSpace']))[0] : undefined

/** Reads the titles and labels of a chart. */
export const readChartLines = async (archive: Archive, part: string): Promise<string[]> => {
  const space = await readSpace(archive, part)
  return space ? readLines(space) : []
}

/** Reads a chart: its titles and labels, and the values stored when it was last drawn. */
export const readChart = async (
  { attributes }: Element,
  { archive, relationships, skip }: { archive: Archive; relationships: Relationships; skip: Skip },
): Promise<BlockContent[]> => {
  const space = await readSpace(archive, relationships.get(attributes['r:id'] ?? '')?.target)
  if (!space) return []
  const lines = readLines(space).map((line) => paragraph([textNode(line)]))
  return [...lines, ...readTable(findElements(space, 'ser'), skip)]
}
