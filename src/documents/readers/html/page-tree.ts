import type { Element, Nodes } from 'hast'
import { keysByName } from '../../keys-by-name.ts'
import type { Skip, SkipReason } from '../../markdown/block.ts'
import { maxCells } from '../../markdown/table.ts'
import { nested, tooWide } from '../../unreadable-file.ts'
import { htmlChildren, isBlock, isHtmlElement, nodeText } from './nodes.ts'

/** Elements without text of the page, by reason; readers descend into all others. */
const skippedElements = keysByName({
  control: 'script style template head button select textarea datalist',
  alternative: 'noscript iframe object annotation annotation-xml',
  contents: 'nav',
})
const maxDepth = 400

const contentsBoxes = new Set(['div', 'section', 'aside', 'nav'])
const lists = new Set(['ul', 'ol', 'dl'])
const contentsClass = /^(?:toc|table-of-contents|toctree-wrapper)$/

/** Returns true if the attributes of an element mark it as the container of a table of contents. */
const isContentsBox = (node: Nodes): boolean => {
  if (node.type !== 'element' || !contentsBoxes.has(node.tagName)) return false
  const { className, role, epubType } = node.properties
  const classes = Array.isArray(className) ? className.map(String) : []
  return role === 'doc-toc' || epubType === 'toc' || classes.some((name) => contentsClass.test(name))
}

/** Returns the reason for leaving a node out: in the container of a table of contents, all but its lists. */
const skipReason = (node: Nodes, parent: Nodes): SkipReason | undefined => {
  const isList = node.type === 'element' && lists.has(node.tagName)
  if (!isList && isContentsBox(parent)) return 'contents'
  if (node.type !== 'element') return undefined
  return node.properties['hidden'] === true ? 'hidden' : skippedElements.get(node.tagName)
}

/** Maximum length of a caption; a longer text is content, whatever its element. */
const maxCaptionCharacters = 2_000

const inOneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

/** Removes alternative texts that the caption of their figure repeats. */
const forgetDescriptions = (node: Nodes, caption: string) => {
  if (isHtmlElement(node, 'img') && caption.includes(inOneLine(String(node.properties['alt'] ?? ''))))
    node.properties['alt'] = ''
  for (const child of htmlChildren(node)) forgetDescriptions(child, caption)
}

const describeOnce = (figure: Nodes) => {
  const caption = htmlChildren(figure).find((child) => isHtmlElement(child, 'figcaption'))
  const words = caption ? inOneLine(nodeText(caption)) : ''
  if (words && words.length <= maxCaptionCharacters) forgetDescriptions(figure, words)
}

/** Moves the captions of a table in front of it as paragraphs, because tables in Markdown have no captions. */
const withCaptions = (table: Element): Nodes[] => {
  const captions = table.children.filter((child) => isHtmlElement(child, 'caption'))
  table.children = table.children.filter((child) => !isHtmlElement(child, 'caption'))
  return [...captions.map((caption) => ({ ...caption, tagName: 'p' })), table]
}

/** Elements that are content even without text. */
const atomic = new Set(['br', 'img', 'math', 'input', 'audio', 'video'])
/** Elements that Markdown writes on one line. */
const lines = new Set(['td', 'th', 'dt', 'summary', 'svg', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'])

const space = { type: 'text' as const, value: ' ' }

const toInlineNode = (child: Nodes): Nodes[] =>
  isBlock(child) && !atomic.has(child.tagName) ? [space, { ...child, tagName: 'span' }, space] : [child]

/** Prepares a tree for Markdown: removes what is left out, moves captions, and makes blocks in a line inline. */
export const prepareTree = (node: Nodes, skip: Skip, isInLine = false, depth = 0): void => {
  if (depth > maxDepth) throw nested()
  if (!('children' in node)) return
  const name = node.type === 'element' ? node.tagName : ''
  const isLine = name !== 'math' && (isInLine || lines.has(name))
  const children = htmlChildren(node).flatMap((child) => {
    const reason = skipReason(child, node)
    if (reason) skip(reason, nodeText(child))
    if (reason) return []
    prepareTree(child, skip, isLine, depth + 1)
    const placed = isHtmlElement(child, 'table') ? withCaptions(child) : [child]
    return isLine ? placed.flatMap(toInlineNode) : placed
  })
  node.children = children as typeof node.children
  if (name === 'figure') describeOnce(node)
}

/** Returns the rows of a table, including those of nested tables. */
const listRows = (node: Nodes): Element[] =>
  htmlChildren(node).flatMap((child) => {
    const rows = listRows(child)
    return isHtmlElement(child, 'tr') ? [child, ...rows] : rows
  })

const cellSpan = ({ properties }: Element, name: 'colSpan' | 'rowSpan') =>
  Math.max(1, Number(properties[name]) || 1)

const listCells = (row: Element) => row.children.filter((child) => child.type === 'element')

const rowWidth = (row: Element) => listCells(row).reduce((sum, cell) => sum + cellSpan(cell, 'colSpan'), 0)

const rowHeight = (row: Element) =>
  listCells(row).reduce((most, cell) => Math.max(most, cellSpan(cell, 'rowSpan')), 1)

/** Throws `UnreadableFile` if a table would have too many cells after its rows are filled to equal length. */
export const requireSmallTables = (node: Nodes): void => {
  if (!isHtmlElement(node, 'table')) return htmlChildren(node).forEach(requireSmallTables)
  const rows = listRows(node)
  const width = rows.reduce((widest, row) => Math.max(widest, rowWidth(row)), 0)
  const spanned = rows.reduce((sum, row) => sum + rowWidth(row) * rowHeight(row), 0)
  if (Math.max(width * rows.length, spanned) > maxCells) throw tooWide()
}
