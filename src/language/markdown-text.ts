import type { Nodes } from 'mdast'
import { hasMarkup, inOneLine } from './markup.ts'
import { parseMarkdown } from './markdown-tree.ts'

const tag = /<!--[\s\S]*?(?:-->|$)|<\/?[a-z][^<>]*>/gi

/** Elements within a line: no space stands where they begin or end. */
const inlineTypes = new Set(['link', 'linkReference', 'emphasis', 'strong', 'delete'])

const textOf = (node: Nodes): string => {
  if ('children' in node) {
    const content = node.children.map(textOf).join('')
    return inlineTypes.has(node.type) ? content : `${content} `
  }
  if (node.type === 'html') return node.value.replaceAll(tag, ' ')
  if (node.type === 'code') return `${node.value} `
  if ('value' in node) return node.value
  if ('alt' in node) return node.alt ?? ''
  return node.type === 'break' ? ' ' : ''
}

/**
 * The text of Markdown as a reader sees it, in one line: of a link its label, of a picture its description, and no
 * tags. A text whose parsing would take too long stays as it is.
 */
export const markdownToText = (markdown: string): string => {
  const tree = hasMarkup(markdown) ? parseMarkdown(markdown) : undefined
  return inOneLine(tree ? textOf(tree) : markdown)
}
