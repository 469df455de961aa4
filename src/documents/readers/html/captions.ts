import type { Element, Nodes } from 'hast'
import { childrenOf } from './anchors.ts'

const wordsOf = (node: Nodes): string =>
  (node.type === 'text' ? node.value : childrenOf(node).map(wordsOf).join('')).replace(/\s+/g, ' ')

const isElement = (node: Nodes | undefined, tagName: string): node is Element =>
  node?.type === 'element' && node.tagName === tagName

/** A longer text is no caption, whatever its element says. */
const maxCaptionCharacters = 2_000

/** Images of a figure are not described by words that stand in its caption as well. */
const forgetDescriptions = (node: Nodes, caption: string) => {
  if (isElement(node, 'img')) {
    const { alt } = node.properties
    if (typeof alt === 'string' && caption.includes(alt.replace(/\s+/g, ' ').trim()))
      node.properties['alt'] = ''
  }
  for (const child of childrenOf(node)) forgetDescriptions(child, caption)
}

const takeCaptions = (table: Element): Nodes[] => {
  const captions: Nodes[] = []
  const others: Element['children'] = []
  for (const child of table.children)
    if (isElement(child, 'caption')) captions.push({ ...child, tagName: 'p' })
    else others.push(child)
  table.children = others
  return captions
}

/** Puts each caption where Markdown has it, once: of a table in front of it, of a figure below its images. */
export const placeCaptions = (node: Nodes) => {
  if (!('children' in node)) return
  const caption = childrenOf(node).find((child) => isElement(child, 'figcaption'))
  if (isElement(node, 'figure') && caption) {
    const words = wordsOf(caption)
    if (words.length <= maxCaptionCharacters) forgetDescriptions(node, words)
  }
  const children: Nodes[] = childrenOf(node).flatMap((child) =>
    isElement(child, 'table') ? [...takeCaptions(child), child] : [child],
  )
  node.children = children as typeof node.children
  for (const child of children) placeCaptions(child)
}
