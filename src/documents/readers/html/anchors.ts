import type { Element, Nodes } from 'hast'
import { htmlChildren } from './nodes.ts'

/** Elements without children or with restricted ones; their link targets are inserted before them. */
const closedElements = new Set(
  'table colgroup col ul ol dl pre img br hr input video audio picture svg math'.split(' '),
)
const rowElements = new Set(['thead', 'tbody', 'tfoot', 'tr'])

const collectTargets = (node: Nodes, targets: Set<string>) => {
  const href = node.type === 'element' ? node.properties['href'] : undefined
  if (typeof href === 'string' && href.startsWith('#')) targets.add(href.slice(1))
  for (const child of htmlChildren(node)) collectTargets(child, targets)
}

/** Returns the element at whose start a link target may stand: an element itself, or the first cell of a row. */
const findOpenElement = (element: Element): Element => {
  const first = element.children.find((child) => child.type === 'element')
  return first && rowElements.has(element.tagName) ? findOpenElement(first) : element
}

/** Inserts a link target into an element, or else before it; returns both. */
const placeTarget = (element: Element, id: string): Element[] => {
  const target: Element = { type: 'element', tagName: 'a', properties: { id }, children: [] }
  if (closedElements.has(element.tagName)) return [target, element]
  findOpenElement(element).children.unshift(target)
  return [element]
}

const mark = (node: Nodes, isTarget: (id: string) => boolean) => {
  if (!('children' in node)) return
  const children = htmlChildren(node).flatMap((child) => {
    mark(child, isTarget)
    const id = child.type === 'element' && child.tagName !== 'a' ? child.properties['id'] : undefined
    return child.type === 'element' && typeof id === 'string' && isTarget(id)
      ? placeTarget(child, id)
      : [child]
  })
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
