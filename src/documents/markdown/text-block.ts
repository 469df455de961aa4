import type { Heading, RootContent } from 'mdast'
import type { Block } from './block.ts'
import { sanitizeBlock, toMarkdown, toWords } from './markdown.ts'
import { blockMinutes } from '../outline/reading-time.ts'
import { asTitle } from '../outline/title.ts'
import { tooLarge } from '../unreadable-file.ts'

/**
 * A block as Markdown and as words, with the minutes that it takes to read: `depth` is that of a heading, else 0; the
 * Markdown of a heading is its inline text alone.
 */
export type TextBlock = {
  depth: number
  words: string
  markdown: string
  minutes: number
  page: number | null
  isTitle: boolean
  looksLikeHeading: boolean
}

/** Nodes beside one another in a block: writing them as Markdown takes more than as many steps. */
const maxSiblings = 50_000
const maxBoldHeadingCharacters = 90
const maxShareOfBoldHeadings = 0.6

/** A short paragraph in bold, which is how headings look where nobody used styles. */
const isBoldLine = (node: RootContent, words: string): boolean =>
  node.type === 'paragraph' &&
  words.length <= maxBoldHeadingCharacters &&
  !/[.,;…。，；]$/u.test(words) &&
  node.children.every((child) => child.type === 'strong' || (child.type === 'text' && !child.value.trim()))

export const headingBlock = (depth: number, words: string, page: number | null): TextBlock => ({
  depth,
  words,
  markdown: words,
  minutes: blockMinutes(words, words),
  page,
  isTitle: false,
  looksLikeHeading: false,
})

/** The text of a heading as it stands behind its marks, where a number is no item of a list. */
const toHeadingLine = ({ children }: Heading): string =>
  toMarkdown({ type: 'heading', depth: 3, children })
    .replace(/^#+ ?/, '')
    .replace(/(?<!\\)&#xA;/g, ' ')
    .replace(/(?<=\S)\\#$/, '#')

const fromHeading = (node: Heading, words: string, { page, isTitle }: Block): TextBlock | undefined => {
  const line = asTitle(words)
  if (!line) return undefined
  return { ...headingBlock(node.depth, line, page), markdown: toHeadingLine(node), isTitle: isTitle === true }
}

const requireFewSiblings = (node: RootContent) => {
  if (!('children' in node)) return
  if (node.children.length > maxSiblings && node.type !== 'table') throw tooLarge()
  for (const child of node.children) requireFewSiblings(child)
}

/** The text of a block; undefined for one without. */
export const toTextBlock = (block: Block): TextBlock | undefined => {
  requireFewSiblings(block.node)
  const node = sanitizeBlock(block.node)
  if (!node) return undefined
  const words = toWords(node).replace(/\s+/gu, ' ').trim()
  if (node.type === 'heading') return fromHeading(node, words, block)
  const markdown = toMarkdown(node)
  if (!markdown.trim()) return undefined
  const { page } = block
  const minutes = blockMinutes(words, markdown)
  return {
    depth: 0,
    words,
    markdown,
    minutes,
    page,
    isTitle: false,
    looksLikeHeading: isBoldLine(node, words),
  }
}

/** Makes headings of short bold paragraphs where there are no others, unless they are most of the text. */
export const promoteBoldLines = (blocks: TextBlock[]): TextBlock[] => {
  if (blocks.some(({ depth, isTitle }) => depth > 0 && !isTitle)) return blocks
  const boldLines = blocks.filter(({ looksLikeHeading }) => looksLikeHeading).length
  if (boldLines < 2 || boldLines > blocks.length * maxShareOfBoldHeadings) return blocks
  return blocks.map((block) =>
    block.looksLikeHeading ? { ...block, depth: 2, markdown: block.words } : block,
  )
}
