import type { Element, Nodes } from 'hast'
import type { Skip, SkipReason } from '../../markdown/block.ts'
import { nested } from '../../unreadable-file.ts'
import { childrenOf, isBlock, isElement, nodeText } from './nodes.ts'

/** Elements that hold no text of a page, by the reason; the others are read through. */
const skippedElements = new Map<string, SkipReason>([
  ...['script', 'style', 'template', 'head'].map((name) => [name, 'control'] as const),
  ...['button', 'select', 'textarea', 'datalist'].map((name) => [name, 'control'] as const),
  ...['noscript', 'iframe', 'object', 'annotation', 'annotation-xml'].map(
    (name) => [name, 'alternative'] as const,
  ),
  ['nav', 'contents'],
])
const maxDepth = 400

const contentsBoxes = new Set(['div', 'section', 'aside', 'nav'])
const lists = new Set(['ul', 'ol', 'dl'])
const contentsClass = /^(?:toc|table-of-contents|toctree-wrapper)$/

/** Whether an element says of itself that it is a box around a table of contents. */
const isContentsBox = (node: Nodes): boolean => {
  if (node.type !== 'element' || !contentsBoxes.has(node.tagName)) return false
  const { className, role, epubType } = node.properties
  const classes = Array.isArray(className) ? className.map(String) : []
  return role === 'doc-toc' || epubType === 'toc' || classes.some((name) => contentsClass.test(name))
}

/** The reason to leave a node out; of a table of contents, its heading and other text beside its lists. */
const skipReason = (node: Nodes, parent: Nodes): SkipReason | undefined => {
  const isList = node.type === 'element' && lists.has(node.tagName)
  if (!isList && isContentsBox(parent)) return 'contents'
  if (node.type !== 'element') return undefined
  return node.properties['hidden'] === true ? 'hidden' : skippedElements.get(node.tagName)
}

/** A longer text is no caption, whatever its element says. */
const maxCaptionCharacters = 2_000

const inOneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

/** Images of a figure are not described by words that stand in its caption as well. */
const forgetDescriptions = (node: Nodes, caption: string) => {
  if (isElement(node, 'img') && caption.includes(inOneLine(String(node.properties['alt'] ?? ''))))
    node.properties['alt'] = ''
  for (const child of childrenOf(node)) forgetDescriptions(child, caption)
}

const describeOnce = (figure: Nodes) => {
  const caption = childrenOf(figure).find((child) => isElement(child, 'figcaption'))
  const words = caption ? inOneLine(nodeText(caption)) : ''
  if (words && words.length <= maxCaptionCharacters) forgetDescriptions(figure, words)
}

/** A table behind its captions, which Markdown has as paragraphs. */
const withCaptions = (table: Element): Nodes[] => {
  const { caption: captions = [], other: others = [] } = Object.groupBy(table.children, (child) =>
    isElement(child, 'caption') ? 'caption' : 'other',
  )
  table.children = others
  return [...captions.map((caption) => ({ ...caption, tagName: 'p' }) as Element), table]
}

/** Elements that are more than what stands in them. */
const atomic = new Set(['br', 'img', 'math', 'input', 'audio', 'video'])
/** Elements that Markdown has on one line. */
const lines = new Set(['td', 'th', 'dt', 'summary', 'svg', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'])

const space = { type: 'text' as const, value: ' ' }

const toInline = (child: Nodes): Nodes[] =>
  isBlock(child) && !atomic.has(child.tagName) ? [space, { ...child, tagName: 'span' }, space] : [child]

/**
 * Makes a tree ready to become Markdown: without what is not read, with captions where Markdown has them, and blocks as
 * part of the line where it has no place for them, such as in a cell.
 */
export const prepareTree = (node: Nodes, skip: Skip, isInLine = false, depth = 0): void => {
  if (depth > maxDepth) throw nested()
  if (!('children' in node)) return
  const name = node.type === 'element' ? node.tagName : ''
  const isLine = name !== 'math' && (isInLine || lines.has(name))
  const children = childrenOf(node).flatMap((child) => {
    const reason = skipReason(child, node)
    if (reason) skip(reason, nodeText(child))
    if (reason) return []
    prepareTree(child, skip, isLine, depth + 1)
    const placed = isElement(child, 'table') ? withCaptions(child) : [child]
    return isLine ? placed.flatMap(toInline) : placed
  })
  node.children = children as typeof node.children
  if (name === 'figure') describeOnce(node)
}
