import type { PhrasingContent, RootContent } from 'mdast'
import { blockquote, code, heading, paragraph, type Block } from '../../markdown/block.ts'
import { applyMarks, mergeRuns, trimInline } from '../../markdown/inline.ts'
import { list, type ListItem } from '../../markdown/list.ts'
import { toTextLines, toWords } from '../../markdown/markdown.ts'
import { childElements, findElements, type Element } from '../../xml.ts'
import { findNamedStyle, readFormula, readImage, type OdfDocument } from './document.ts'
import { readOdfInline } from './inline.ts'
import { readOdfTable } from './table.ts'

type Handler = (element: Element, document: OdfDocument, page: number | null) => AsyncGenerator<Block>

const codeStyle = /preformatted|code|source/i
const quoteStyle = /quot/i
const titleStyle = 'Title'

const readTrimmed = async (element: Element, document: OdfDocument): Promise<PhrasingContent[]> =>
  trimInline(await readOdfInline(element, document))

const outlineLevel = ({ attributes }: Element) => Number(attributes['text:outline-level'] ?? 1)

async function* readHeading(
  element: Element,
  document: OdfDocument,
  page: number | null,
): AsyncGenerator<Block> {
  const children = await readTrimmed(element, document)
  if (children.length === 0) return
  const node = heading(outlineLevel(element), children)
  // links of LibreOffice name a heading by its words
  yield { node, page, isTitle: false, anchors: [`${toWords(node)}|outline`] }
}

/** A paragraph as what its style says: code, a quotation or text, bold where the whole of it is. */
const toBlock = (children: PhrasingContent[], style: string, isStrong: boolean): RootContent => {
  if (codeStyle.test(style)) return code(toTextLines(children))
  const node = paragraph(isStrong ? mergeRuns(applyMarks(children, { strong: true })) : children)
  return quoteStyle.test(style) ? blockquote([node]) : node
}

async function* readParagraph(
  element: Element,
  document: OdfDocument,
  page: number | null,
): AsyncGenerator<Block> {
  const children = await readTrimmed(element, document)
  if (children.length === 0) return
  const styleName = element.attributes['text:style-name'] ?? ''
  const style = findNamedStyle(styleName, document)
  if (style === titleStyle) yield { node: heading(outlineLevel(element), children), page, isTitle: true }
  else {
    const isStrong = document.styles.get(styleName)?.strong === true
    yield { node: toBlock(children, style, isStrong), page }
  }
}

/** The items of a list and of those within it; a list within takes the style of the one around it. */
const readItems = async (
  element: Element,
  document: OdfDocument,
  level = 0,
  outerStyle = '',
): Promise<ListItem[]> => {
  const style = element.attributes['text:style-name'] ?? outerStyle
  const ordered = document.styles.get(style)?.orderedLevels[level] ?? false
  const items: ListItem[] = []
  for (const child of childElements(element).flatMap((item) => childElements(item))) {
    if (child.name === 'list') items.push(...(await readItems(child, document, level + 1, style)))
    if (child.name !== 'p' && child.name !== 'h') continue
    const children = await readTrimmed(child, document)
    if (children.length > 0) items.push({ level, ordered, children })
  }
  return items
}

/** A list; one of headings is how they get their numbers. */
async function* readList(
  element: Element,
  document: OdfDocument,
  page: number | null,
): AsyncGenerator<Block> {
  const headings = findElements(element, 'h')
  for (const found of headings) yield* readBlocks(found, document, page)
  const items = headings.length > 0 ? [] : await readItems(element, document)
  if (items.length > 0) yield { node: list(items), page }
}

async function* readTable(
  element: Element,
  document: OdfDocument,
  page: number | null,
): AsyncGenerator<Block> {
  const node = await readOdfTable(element, document)
  if (node) yield { node, page }
}

async function* readChildren(
  element: Element,
  document: OdfDocument,
  page: number | null,
): AsyncGenerator<Block> {
  for (const child of childElements(element)) yield* readBlocks(child, document, page)
}

/** The formula or image of a frame, else what stands in it. */
async function* readFrame(
  element: Element,
  document: OdfDocument,
  page: number | null,
): AsyncGenerator<Block> {
  const formula = await readFormula(element, document)
  const shown = formula.length > 0 ? formula : await readImage(element, document)
  if (shown.length > 0) yield { node: paragraph(shown), page }
  else yield* readChildren(element, document, page)
}

/** The blocks of a document, by their element; others hold no text. */
const blockHandlers = new Map<string, Handler>(
  Object.entries({
    h: readHeading,
    p: readParagraph,
    list: readList,
    table: readTable,
    frame: readFrame,
    section: readChildren,
    'text-box': readChildren,
    'index-body': readChildren,
    g: readChildren,
    'custom-shape': readChildren,
  }),
)

/** The blocks of a text, a text box or a cell, each followed by its notes. */
export async function* readBlocks(
  element: Element,
  document: OdfDocument,
  page: number | null,
): AsyncGenerator<Block> {
  const handle = blockHandlers.get(element.name)
  if (handle) yield* handle(element, document, page)
  for (const node of document.openNotes.splice(0)) yield { node, page }
}
