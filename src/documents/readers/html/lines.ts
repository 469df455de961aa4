import type { Element, Nodes } from 'hast'
import { childrenOf } from './anchors.ts'

/** Elements within a line of text; between words, all others separate. */
const inline = new Set(
  (
    'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr q rp rt ruby s samp small ' +
    'span strike strong sub sup time tspan tt u var wbr'
  ).split(' '),
)
/** Elements that are more than what stands in them. */
const atomic = new Set(['br', 'img', 'math', 'input', 'audio', 'video'])

/** Elements that Markdown has on one line. */
const lines = new Set(['td', 'th', 'dt', 'summary', 'svg', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'])

export const isBlock = (node: Nodes): node is Element => node.type === 'element' && !inline.has(node.tagName)

const space = { type: 'text' as const, value: ' ' }

const toInline = (child: Nodes): Nodes[] =>
  isBlock(child) && !atomic.has(child.tagName) ? [space, { ...child, tagName: 'span' }, space] : [child]

/** Makes blocks part of the line where Markdown has no place for them, such as in a cell, with spaces around them. */
export const flattenLines = (node: Nodes, isInLine = false) => {
  if (!('children' in node) || (node.type === 'element' && node.tagName === 'math')) return
  const isLine = isInLine || (node.type === 'element' && lines.has(node.tagName))
  for (const child of childrenOf(node)) flattenLines(child, isLine)
  if (isLine) node.children = childrenOf(node).flatMap(toInline) as typeof node.children
}
