import type { Element, Nodes } from 'hast'

/** Inline elements; all other elements separate words. */
const inline = new Set(
  (
    'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr q rp rt ruby s samp small ' +
    'span strike strong sub sup time tspan tt u var wbr'
  ).split(' '),
)

export const htmlChildren = (node: Nodes): Nodes[] => ('children' in node ? node.children : [])

export const isHtmlElement = (node: Nodes, tagName: string): node is Element =>
  node.type === 'element' && node.tagName === tagName

export const isBlock = (node: Nodes): node is Element => node.type === 'element' && !inline.has(node.tagName)

export const findElement = (node: Nodes, tagName: string): Nodes | undefined => {
  if (isHtmlElement(node, tagName)) return node
  for (const child of htmlChildren(node)) {
    const found = findElement(child, tagName)
    if (found) return found
  }
  return undefined
}

/** Returns the text of a node, with spaces around block elements. */
export const nodeText = (node: Nodes): string => {
  if (node.type === 'text') return node.value
  const text = htmlChildren(node).map(nodeText).join('')
  return isBlock(node) ? ` ${text} ` : text
}
