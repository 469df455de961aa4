import { heading, textNode, type Block } from '../../markdown/block.ts'
import { requireNarrow, SheetTables } from '../../markdown/table.ts'
import { childElements, findElements, readElements, textContent, type Element } from '../../xml.ts'
import { contentPart, findStylesWith, repeatedColumns, type OdfDocument } from './document.ts'

const maxColumns = 200

const readRow = (row: Element): string[] => {
  const texts: string[] = []
  for (const cell of childElements(row)) {
    const text = findElements(cell, 'p').map(textContent).join(' ').trim()
    for (let times = repeatedColumns(cell, maxColumns); times > 0; times--) texts.push(text)
    requireNarrow(texts)
  }
  return texts
}

function* readSheet(sheet: Element, page: number): Generator<Block> {
  const name = sheet.attributes['table:name'] ?? `${page}`
  yield { node: heading(2, [textNode(name)]), page }
  const tables = new SheetTables()
  for (const element of findElements(sheet, 'table-row')) {
    const row = readRow(element)
    const node = row.some(Boolean) ? tables.add(row) : undefined
    if (node) yield { node, page }
  }
  const node = tables.end()
  if (node) yield { node, page }
}

/** The sheets of a workbook that are shown. */
export async function* readSheets(document: OdfDocument): AsyncGenerator<Block> {
  const hidden = await findStylesWith(document, 'table-properties', 'table:display', 'false')
  let page = 0
  for await (const sheet of readElements(document.archive, contentPart, ['table'])) {
    page += 1
    if (!hidden.has(sheet.attributes['table:style-name'] ?? '')) yield* readSheet(sheet, page)
  }
}
