import type { Element, Nodes } from 'hast'
import { childrenOf } from './nodes.ts'

/** Elements without children or with restricted ones; their link targets are inserted before them. */
const closedElements = new Set(
  'table thead tbody tfoot tr colgroup col ul ol dl pre img br hr input video audio picture svg math'.split(
    ' ',
  ),
)
const rowElements = new Set(['thead', 'tbody', 'tfoot', 'tr'])

const collectTargets = (node: Nodes, targets: Set<string>) => {
  const href = node.type === 'element' ? node.properties['href'] : undefined
  if (typeof href === 'string' && href.startsWith('#')) targets.add(href.slice(1))
  for (const child of childrenOf(node)) collectTargets(child, targets)
}

type IsTarget = (id: string) => boolean

const isMarked = (node: Nodes, isTarget: IsTarget): node is Element => {
  if (node.type !== 'element' || node.tagName === 'a') return false
  const { id } = node.properties
  return typeof id === 'string' && isTarget(id)
}

const placeOf = ({ properties: { id } }: Element): Element => ({
  type: 'element',
  tagName: 'a',
  properties: { id: String(id) },
  children: [],
})

/** Returns the first cell of a row or of a section of a table. */
const findFirstCell = (node: Element): Element => {
  const first = node.children.find((child) => child.type === 'element')
  return first && rowElements.has(node.tagName) ? findFirstCell(first) : node
}

const mark = (node: Nodes, isTarget: IsTarget) => {
  if (!('children' in node)) return
  const children: Nodes[] = []
  for (const child of childrenOf(node)) {
    if (isMarked(child, isTarget)) {
      if (rowElements.has(child.tagName)) findFirstCell(child).children.unshift(placeOf(child))
      else if (closedElements.has(child.tagName)) children.push(placeOf(child))
      else child.children.unshift(placeOf(child))
    }
    children.push(child)
    mark(child, isTarget)
  }
  node.children = children as typeof node.children
}

/** Inserts a link target into each element that a link of the page refers to. */
export const markTargets = (tree: Nodes) => {
  const targets = new Set<string>()
  collectTargets(tree, targets)
  if (targets.size > 0) mark(tree, (id) => targets.has(id) || targets.has(encodeURIComponent(id)))
}

/** Inserts a link target into each element with an ID, because other pages may refer to it. */
export const markAllTargets = (tree: Nodes) => mark(tree, () => true)
