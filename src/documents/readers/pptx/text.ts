import type { BlockContent, PhrasingContent } from 'mdast'
import { paragraph, textNode, type ListPlace, type Skip } from '../../markdown/block.ts'
import { readOmml } from '../../markdown/omml.ts'
import { applyMarks, joinCell, mergeRuns, trimInline } from '../../markdown/inline.ts'
import { joinBlocks } from '../../markdown/list.ts'
import type { Relationships } from '../../relationships.ts'
import { createTable } from '../../markdown/table.ts'
import { findByPath, findElements, textContent, type Element } from '../../xml.ts'

type Inline = PhrasingContent[]

const monospaced = /courier|consolas|mono/i
/** Web and mail addresses, and slides by their parts. */
const linkedUrl = /^https?:|^mailto:|^#/

const isSwitchedOn = (value: string | undefined) => value === '1' || value === 'true'

/** Context of the text of a slide. */
type Context = { relationships: Relationships; skip: Skip }
type Handler = (element: Element, context: Context) => Inline

/** Reads a run or field with its marks and its link; marks a superscript number or letter with `^`. */
const readPptxRun: Handler = (run, { relationships }) => {
  const text = textContent(findByPath(run, 't'))
  if (!text) return []
  const properties = findByPath(run, 'rPr')
  const { b, i, strike = '', baseline } = properties?.attributes ?? {}
  const font = findByPath(properties, 'latin')?.attributes['typeface'] ?? ''
  const isRaised = Number.parseInt(baseline ?? '0', 10) > 0 && /^[\da-z]/i.test(text)
  const children = applyMarks([textNode(isRaised ? `^${text}` : text)], {
    strong: isSwitchedOn(b),
    emphasis: isSwitchedOn(i),
    delete: /^(?:sng|dbl)/.test(strike),
    code: monospaced.test(font),
  })
  const linkId = findByPath(properties, 'hlinkClick')?.attributes['r:id'] ?? ''
  const { target = '', type = '' } = relationships.get(linkId) ?? {}
  const url = type === 'slide' ? `#${target}` : target
  return linkedUrl.test(url) ? [{ type: 'link', url, children }] : children
}

/** Elements of a paragraph with their own handler; readers descend into all others. */
const inlineHandlers = new Map<string, Handler>([
  ['br', () => [{ type: 'break' }]],
  ['r', readPptxRun],
  ['fld', readPptxRun],
  ['oMath', (element) => [readOmml(element)]],
])

const readShapeChildren: Handler = ({ children }, context) =>
  children.flatMap((child) => {
    if (typeof child === 'string') return child.trim() ? [textNode(` ${child} `)] : []
    const handle = inlineHandlers.get(child.name) ?? readShapeChildren
    return handle(child, context)
  })

export const readPptxInline: Handler = (element, context) =>
  trimInline(mergeRuns(readShapeChildren(element, context)))

const readParagraphs = (body: Element, context: Context) =>
  findElements(body, 'p')
    .map((element) => ({
      properties: findByPath(element, 'pPr'),
      children: readPptxInline(element, context),
    }))
    .filter(({ children }) => children.length > 0)

/** Returns the place of a paragraph in a list, or undefined if it has no bullet. */
const toItem = (properties: Element | undefined, hasBullets: boolean): ListPlace | undefined => {
  const numbers = findByPath(properties, 'buAutoNum')
  const hasBullet = numbers || hasBullets || findByPath(properties, 'buChar') !== undefined
  if (!hasBullet || findByPath(properties, 'buNone')) return undefined
  const level = Number(properties?.attributes['lvl'] ?? 0)
  if (!numbers) return { level, ordered: false }
  return { level, ordered: true, number: Number(numbers.attributes['startAt'] ?? 1) }
}

/** Reads the paragraphs of a shape; several in a body placeholder make a list, and so do those with own bullets. */
export const readTextBody = async (body: Element, isBody: boolean, context: Context) => {
  const paragraphs = readParagraphs(body, context)
  const blocks = paragraphs.map(({ properties, children }) => {
    const item = toItem(properties, isBody && paragraphs.length > 1)
    return { node: paragraph(children), page: null, ...(item && { item }) }
  })
  const joined = await Array.fromAsync(joinBlocks(blocks))
  return joined.map(({ node }) => node as BlockContent)
}

const readPptxCell: Handler = (cell, context) =>
  joinCell(readParagraphs(cell, context).map(({ children }) => children))

export const readPptxTable = (element: Element, context: Context): BlockContent[] => {
  const rows = findElements(element, 'tr').map((row) => findElements(row, 'tc'))
  const node = createTable(rows.map((cells) => cells.map((cell) => readPptxCell(cell, context))))
  return node ? [node] : []
}
