import { readArchive, type Archive } from '../../archive.ts'
import {
  heading,
  noSkip,
  paragraph,
  textNode,
  type Block,
  type Reading,
  type Skip,
} from '../../markdown/block.ts'
import { findMainPart, findTarget, readRelationships } from '../../relationships.ts'
import { SheetTables } from '../../markdown/table.ts'
import { tooMany } from '../../unreadable-file.ts'
import { findByPath, readAllElements, readElements, textContent, type Element } from '../../xml.ts'
import { readChartLines, readLines } from '../chart.ts'
import { readFormats, readXlsxRow, readSharedStrings, type Workbook } from './cells.ts'

/** A sheet; `part` is undefined for a chart sheet. */
type Sheet = { name: string; part: string | undefined; isHidden: boolean }

type OpenWorkbook = Workbook & { archive: Archive; skip: Skip; sheets: Sheet[] }

const maxSheets = 10_000
/** Maximum number of comments of a sheet. */
const maxComments = 10_000

const isTrue = (value: string | undefined) => value === '1' || value === 'true'

const openWorkbook = async (archive: Archive, skip: Skip): Promise<OpenWorkbook> => {
  const part = await findMainPart(archive, 'xl/workbook.xml')
  const relationships = await readRelationships(archive, part)
  const elements = await readAllElements(archive, part, ['workbookPr', 'sheet'])
  if (elements.length > maxSheets) throw tooMany('sheets')
  const sheets = elements
    .filter(({ name }) => name === 'sheet')
    .map(({ attributes }, at): Sheet => {
      const relationship = relationships.get(attributes['r:id'] ?? '')
      const isWorksheet = relationship?.type === 'worksheet' && archive.has(relationship.target)
      const name = attributes['name'] ?? String(at + 1)
      const isHidden = /hidden/i.test(attributes['state'] ?? '')
      return { name, part: isWorksheet ? relationship.target : undefined, isHidden }
    })
  return {
    archive,
    skip,
    sheets,
    since1904: elements.some(({ attributes }) => isTrue(attributes['date1904'])),
    formats: await readFormats(archive, findTarget(relationships, 'styles')),
    strings: await readSharedStrings(archive, findTarget(relationships, 'sharedStrings')),
  }
}

/** Returns the text of a row whose only text is in its first cell. */
const findLoneCell = ([first, ...rest]: string[]): string | undefined =>
  first && rest.every((text) => !text) ? first : undefined

/** Yields the text of boxes and charts over a sheet; the values of a chart are already in its cells. */
async function* readDrawings({ archive }: OpenWorkbook, part: string): AsyncGenerator<string> {
  for (const { type, target } of (await readRelationships(archive, part)).values()) {
    if (type !== 'drawing') continue
    for (const shape of await readAllElements(archive, target, ['txBody'])) yield* readLines(shape)
    for (const { type, target: chart } of (await readRelationships(archive, target)).values())
      if (type === 'chart') yield* await readChartLines(archive, chart)
  }
}

/** Returns the comments on cells. Skips a comment with a thread, because it repeats the thread for older programs. */
const readComments = async ({ archive, skip }: OpenWorkbook, part: string): Promise<string[]> => {
  const relationships = [...(await readRelationships(archive, part)).values()]
  const readPartList = async (type: string, name: string) => {
    const parts = relationships.filter((relationship) => relationship.type.toLowerCase() === type)
    return (await Promise.all(parts.map(({ target }) => readAllElements(archive, target, [name])))).flat()
  }
  const threads = await readPartList('threadedcomment', 'threadedComment')
  const threaded = new Set(threads.map(({ attributes }) => attributes['ref']))
  const notes = await readPartList('comments', 'comment')
  if (threads.length + notes.length > maxComments) throw tooMany('comments')
  const isRepeated = ({ attributes }: Element) => threaded.has(attributes['ref'])
  for (const note of notes.filter(isRepeated)) skip('alternative', textContent(note))
  return [...threads, ...notes.filter((note) => !isRepeated(note))].map((comment) => {
    const text = textContent(findByPath(comment, 'text')).replace(/\s+/g, ' ').trim()
    return `Comment on ${comment.attributes['ref']}: ${text}`
  })
}

async function* readSheet(workbook: OpenWorkbook, part: string, page: number): AsyncGenerator<Block> {
  const tables = new SheetTables()
  for await (const element of readElements(workbook.archive, part, ['row'])) {
    const row = readXlsxRow(element, workbook)
    if (row.every((text) => !text)) continue
    // a single cell above a table is its title, not its header
    const line = tables.hasHead ? undefined : findLoneCell(row)
    const node = line === undefined ? tables.add(row) : paragraph([textNode(line)])
    if (node) yield { node, page }
  }
  const node = tables.end()
  if (node) yield { node, page }
  const comments = await readComments(workbook, part)
  const drawings = await Array.fromAsync(readDrawings(workbook, part))
  for (const line of [...comments, ...drawings]) yield { node: paragraph([textNode(line)]), page }
}

const skipSheet = async (workbook: OpenWorkbook, part: string): Promise<void> => {
  const { archive, skip } = workbook
  for await (const element of readElements(archive, part, ['row']))
    skip('hidden', readXlsxRow(element, workbook).join(' '))
  for (const line of await readComments(workbook, part)) skip('hidden', line)
}

async function* readSheets(archive: Archive, { progress, skip }: Reading): AsyncGenerator<Block> {
  const workbook = await openWorkbook(archive, skip)
  const shown = workbook.sheets.filter(({ isHidden }) => !isHidden)
  for (const [at, { name, part }] of shown.entries()) {
    if (!part) continue
    const page = at + 1
    yield { node: heading(2, [textNode(name)]), page }
    yield* readSheet(workbook, part, page)
    progress(page / shown.length)
  }
  if (skip === noSkip) return
  for (const { part, isHidden } of workbook.sheets) if (part && isHidden) await skipSheet(workbook, part)
}

export const readXlsx = (reading: Reading): AsyncGenerator<Block> =>
  readArchive(reading, (archive) => readSheets(archive, reading))
