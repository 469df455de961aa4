import type { Nodes } from 'mdast'
import { hasMarkup, inOneLine } from './fold.ts'
import { parseMarkdown } from './markdown-tree.ts'

const tag = /<!--[\s\S]*?(?:-->|$)|<\/?[a-z][^<>]*>/gi

/** Inline elements: no space separates them from their neighbors. */
const inlineTypes = new Set(['link', 'linkReference', 'emphasis', 'strong', 'delete'])

const markdownNodeText = (node: Nodes): string => {
  if ('children' in node) {
    const content = node.children.map(markdownNodeText).join('')
    return inlineTypes.has(node.type) ? content : `${content} `
  }
  if (node.type === 'html') return node.value.replaceAll(tag, ' ')
  if (node.type === 'code') return `${node.value} `
  if ('value' in node) return node.value
  if ('alt' in node) return node.alt ?? ''
  return node.type === 'break' ? ' ' : ''
}

/**
 * Returns the text of Markdown as a reader sees it, on one line: the labels of links, the descriptions of pictures, no
 * tags. Returns the text unchanged if parsing would take too long.
 */
export const markdownToText = (markdown: string): string => {
  const tree = hasMarkup(markdown) ? parseMarkdown(markdown) : undefined
  return inOneLine(tree ? markdownNodeText(tree) : markdown)
}
