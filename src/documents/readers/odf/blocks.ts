import type { PhrasingContent } from 'mdast'
import { blockquote, code, heading, paragraph, textNode, type Block } from '../../markdown/block.ts'
import { applyMarks, mergeRuns, readCell, trimInline } from '../../markdown/inline.ts'
import { toTextLines, toWords } from '../../markdown/markdown.ts'
import { childElements, textContent, type Element } from '../../xml.ts'
import { findNamedStyle, isDrawing, readFrameContent, readEmbedded, type OdfDocument } from './document.ts'
import { leftOutElements } from './left-out.ts'
import { readList } from './list.ts'
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
  const drawings = document.drawings.splice(0)
  const node = heading(outlineLevel(element), children)
  // LibreOffice links to a heading by its words
  if (children.length > 0) yield { node, page, isTitle: false, anchors: [`${toWords(node)}|outline`] }
  for (const drawing of drawings) yield* readDrawingText(drawing, document, page)
}

/**
 * Converts a paragraph according to its style: to the title, code, a quotation or text. Text is bold if its whole style
 * is bold.
 */
const toBlock = (
  element: Element,
  children: PhrasingContent[],
  document: OdfDocument,
  page: number | null,
): Block => {
  const name = element.attributes['text:style-name'] ?? ''
  const style = findNamedStyle(name, document)
  if (style === titleStyle) return { node: heading(outlineLevel(element), children), page, isTitle: true }
  if (codeStyle.test(style)) return { node: code(toTextLines(children)), page, isLine: true }
  // Markdown renderers format a table header on their own
  const isStrong = style !== 'Table Heading' && document.styles.get(name)?.strong === true
  const node = paragraph(isStrong ? mergeRuns(applyMarks(children, { strong: true })) : children)
  return quoteStyle.test(style) ? { node: blockquote([node]), page, isLine: true } : { node, page }
}

async function* readParagraph(
  element: Element,
  document: OdfDocument,
  page: number | null,
): AsyncGenerator<Block> {
  const children = await readTrimmed(element, document)
  const drawings = document.drawings.splice(0)
  if (children.length > 0) yield toBlock(element, children, document, page)
  for (const drawing of drawings) yield* readDrawingText(drawing, document, page)
}

const readListBlocks: Handler = (element, document, page) =>
  readList(element, document, page, {
    readLine: (line) => readTrimmed(line, document),
    readBlocks: (child) => readBlocks(child, document, page),
  })

async function* readTable(
  element: Element,
  document: OdfDocument,
  page: number | null,
): AsyncGenerator<Block> {
  const notes: Block[] = []
  const node = await readOdfTable(element, document, (cell) =>
    readCell(readChildren(cell, document, page), notes),
  )
  if (node) yield { node, page }
  yield* notes
}

async function* readChildren(
  element: Element,
  document: OdfDocument,
  page: number | null,
): AsyncGenerator<Block> {
  for (const child of element.children)
    if (typeof child !== 'string') yield* readBlocks(child, document, page)
    else if (child.trim()) yield { node: paragraph([textNode(child.trim())]), page }
}

/** Reads the text in a drawing, and the titles and values of a chart. */
async function* readDrawingText(
  drawing: Element,
  document: OdfDocument,
  page: number | null,
): AsyncGenerator<Block> {
  const object = await readEmbedded(drawing, document)
  if (object?.name === 'chart') yield* readChildren(object, document, page)
  yield* readChildren(drawing, document, page)
}

/** Reads a drawing: its text, and its formula or image unless the image is the preview of a table. */
async function* readDrawing(
  drawing: Element,
  document: OdfDocument,
  page: number | null,
): AsyncGenerator<Block> {
  const [table] = childElements(drawing, 'table')
  const shown = table ? [] : await readFrameContent(drawing, document)
  if (shown.length > 0) yield { node: paragraph(shown), page }
  yield* readDrawingText(drawing, document, page)
}

/** Skips the textual alternative of other content. */
async function* skipAlternative(element: Element, { skip }: OdfDocument): AsyncGenerator<Block> {
  yield* []
  skip('alternative', textContent(element))
}

/** Elements with their own handler; readers descend into all others. */
const blockHandlers = new Map<string, Handler>(
  Object.entries({
    h: readHeading,
    p: readParagraph,
    list: readListBlocks,
    table: readTable,
    object: skipAlternative,
  }),
)

export const blockElements = [...blockHandlers.keys(), ...leftOutElements.keys(), 'frame', 'section']

const handlerOf = (element: Element): Handler => {
  // titles and descriptions of drawings, which replace their content
  if (element.prefix === 'svg') return skipAlternative
  return blockHandlers.get(element.name) ?? (isDrawing(element) ? readDrawing : readChildren)
}

/** Reads the blocks of a text, a text box or a cell, each followed by its notes. */
export async function* readBlocks(
  element: Element,
  document: OdfDocument,
  page: number | null,
): AsyncGenerator<Block> {
  yield* handlerOf(element)(element, document, page)
  for (const node of document.openNotes.splice(0)) yield { node, page }
}
