import { readArchive, type Archive } from '../../archive.ts'
import { heading, paragraph, textNode, type Block, type Reading } from '../../markdown/block.ts'
import { findMainPart, findTarget, readRelationships } from '../../relationships.ts'
import { SheetTables } from '../../markdown/table.ts'
import { tooMany } from '../../unreadable-file.ts'
import { readAllElements, readElements } from '../../xml.ts'
import { readFormats, readRow, readSharedStrings, type Workbook } from './cells.ts'

/** A sheet that is shown; its part is undefined for one of charts. */
type Sheet = { name: string; part: string | undefined }

const maxSheets = 10_000

const isTrue = (value: string | undefined) => value === '1' || value === 'true'

const openWorkbook = async (archive: Archive): Promise<Workbook & { sheets: Sheet[] }> => {
  const part = await findMainPart(archive, 'xl/workbook.xml')
  const relationships = await readRelationships(archive, part)
  const elements = await readAllElements(archive, part, ['workbookPr', 'sheet'])
  if (elements.length > maxSheets) throw tooMany('sheets')
  const sheets = elements
    .filter(({ name, attributes }) => name === 'sheet' && !/hidden/i.test(attributes['state'] ?? ''))
    .map(({ attributes }, at): Sheet => {
      const relationship = relationships.get(attributes['r:id'] ?? '')
      const isWorksheet = relationship?.type === 'worksheet' && archive.has(relationship.target)
      const name = attributes['name'] ?? String(at + 1)
      return { name, part: isWorksheet ? relationship.target : undefined }
    })
  return {
    sheets,
    since1904: elements.some(({ attributes }) => isTrue(attributes['date1904'])),
    formats: await readFormats(archive, findTarget(relationships, 'styles') ?? ''),
    strings: await readSharedStrings(archive, findTarget(relationships, 'sharedStrings') ?? ''),
  }
}

/** The text of a row that fills its first cell alone. */
const findLoneCell = ([first, ...rest]: string[]): string | undefined =>
  first && rest.every((text) => !text) ? first : undefined

async function* readSheet(
  archive: Archive,
  part: string,
  workbook: Workbook,
  page: number,
): AsyncGenerator<Block> {
  const tables = new SheetTables()
  for await (const element of readElements(archive, part, ['row'])) {
    const row = readRow(element, workbook)
    if (row.every((text) => !text)) continue
    // a line above a table that fills a single cell is a title of it, not its head
    const line = tables.hasHead ? undefined : findLoneCell(row)
    const node = line === undefined ? tables.add(row) : paragraph([textNode(line)])
    if (node) yield { node, page }
  }
  const node = tables.end()
  if (node) yield { node, page }
}

async function* readSheets(archive: Archive, progress: Reading['progress']): AsyncGenerator<Block> {
  const workbook = await openWorkbook(archive)
  for (const [at, { name, part }] of workbook.sheets.entries()) {
    if (!part) continue
    const page = at + 1
    yield { node: heading(2, [textNode(name)]), page }
    yield* readSheet(archive, part, workbook, page)
    progress(page / workbook.sheets.length)
  }
}

export const readXlsx = ({ progress, ...file }: Reading): AsyncGenerator<Block> =>
  readArchive(file, (archive) => readSheets(archive, progress))
