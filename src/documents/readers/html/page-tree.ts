import type { Element, Nodes } from 'hast'
import type { Skip, SkipReason } from '../../markdown/block.ts'
import { nested } from '../../unreadable-file.ts'
import { childrenOf, isBlock, isElement, nodeText } from './nodes.ts'

/** Elements without text of the page, by reason; readers descend into all others. */
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

/** Returns true if the attributes of an element mark it as the container of a table of contents. */
const isContentsBox = (node: Nodes): boolean => {
  if (node.type !== 'element' || !contentsBoxes.has(node.tagName)) return false
  const { className, role, epubType } = node.properties
  const classes = Array.isArray(className) ? className.map(String) : []
  return role === 'doc-toc' || epubType === 'toc' || classes.some((name) => contentsClass.test(name))
}

/**
 * Returns the reason for leaving a node out. In the container of a table of contents, the heading and other text beside
 * its lists are left out.
 */
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
  if (isElement(node, 'img') && caption.includes(inOneLine(String(node.properties['alt'] ?? ''))))
    node.properties['alt'] = ''
  for (const child of childrenOf(node)) forgetDescriptions(child, caption)
}

const describeOnce = (figure: Nodes) => {
  const caption = childrenOf(figure).find((child) => isElement(child, 'figcaption'))
  const words = caption ? inOneLine(nodeText(caption)) : ''
  if (words && words.length <= maxCaptionCharacters) forgetDescriptions(figure, words)
}

/** Moves the captions of a table in front of it as paragraphs, because tables in Markdown have no captions. */
const withCaptions = (table: Element): Nodes[] => {
  const { caption: captions = [], other: others = [] } = Object.groupBy(table.children, (child) =>
    isElement(child, 'caption') ? 'caption' : 'other',
  )
  table.children = others
  return [...captions.map((caption) => ({ ...caption, tagName: 'p' }) as Element), table]
}

/** Elements that are content even without text. */
const atomic = new Set(['br', 'img', 'math', 'input', 'audio', 'video'])
/** Elements that Markdown writes on one line. */
const lines = new Set(['td', 'th', 'dt', 'summary', 'svg', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'])

const space = { type: 'text' as const, value: ' ' }

const toInline = (child: Nodes): Nodes[] =>
  isBlock(child) && !atomic.has(child.tagName) ? [space, { ...child, tagName: 'span' }, space] : [child]

/**
 * Prepares a tree for its conversion to Markdown: removes elements that are left out, moves captions to where Markdown
 * allows them, and makes blocks inline where Markdown allows no blocks, such as in a cell.
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
