import type { Heading, RootContent } from 'mdast'
import type { Block } from './block.ts'
import { sanitizeBlock, toMarkdown, toWords } from './markdown.ts'
import { asTitle } from '../title.ts'
import { tooLarge } from '../unreadable-file.ts'

/** A block as Markdown and words. `depth` is the depth of a heading, whose Markdown is its inline text, or else 0. */
export type TextBlock = {
  depth: number
  words: string
  markdown: string
  minutes: number
  page: number | null
  isTitle: boolean
  looksLikeHeading: boolean
}

const wordsPerMinute = 200
const eastAsianCharactersPerMinute = 400
/** Maximum reading speed for text with long words or without spaces, such as data and URLs. */
const maxCharactersPerMinute = 1_600

const eastAsian = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu

export const readingMinutes = (words: string): number =>
  words.split(/\s+/).length / wordsPerMinute +
  (words.match(eastAsian)?.length ?? 0) / eastAsianCharactersPerMinute

/** Returns the reading time of a block in minutes, by its words or the length of its Markdown, if that is longer. */
export const blockMinutes = (words: string, markdown: string): number =>
  Math.max(readingMinutes(words), markdown.length / maxCharactersPerMinute)

/** Maximum number of siblings in a block, because serializing them to Markdown takes more than linear time. */
const maxSiblings = 50_000
const maxBoldHeadingCharacters = 90
const maxShareOfBoldHeadings = 0.6

/** Returns true for a short bold paragraph, the usual form of headings in documents without styles. */
const isBoldLine = (node: RootContent, words: string): boolean =>
  node.type === 'paragraph' &&
  words.length <= maxBoldHeadingCharacters &&
  !/[.,;…。，；]$/u.test(words) &&
  node.children.every((child) => child.type === 'strong' || (child.type === 'text' && !child.value.trim()))

const plainBlock = (words: string, markdown: string, page: number | null): TextBlock => {
  const minutes = blockMinutes(words, markdown)
  return { depth: 0, words, markdown, minutes, page, isTitle: false, looksLikeHeading: false }
}

export const headingBlock = (depth: number, words: string, page: number | null): TextBlock => ({
  ...plainBlock(words, words, page),
  depth,
})

/** Returns the text of a heading without its `#` marks; in that position a number does not begin a list. */
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

/** Returns the text of a block, or undefined if there is none. */
export const toTextBlock = (block: Block): TextBlock | undefined => {
  requireFewSiblings(block.node)
  const node = sanitizeBlock(block.node)
  if (!node) return undefined
  const words = toWords(node).replace(/\s+/gu, ' ').trim()
  if (node.type === 'heading') return fromHeading(node, words, block)
  const markdown = toMarkdown(node)
  if (!markdown.trim()) return undefined
  const looksLikeHeading = isBoldLine(node, words)
  return { ...plainBlock(words, markdown, block.page), looksLikeHeading }
}

/** Returns true if any of the blocks has a letter or a number. */
export const hasWords = (blocks: TextBlock[]): boolean =>
  blocks.some(({ words }) => /[\p{L}\p{N}]/u.test(words))

/** Turns short bold paragraphs into headings if there are no others, unless they are most of the text. */
export const promoteBoldLines = (blocks: TextBlock[]): TextBlock[] => {
  if (blocks.some(({ depth, isTitle }) => depth > 0 && !isTitle)) return blocks
  const boldLines = blocks.filter(({ looksLikeHeading }) => looksLikeHeading).length
  if (boldLines < 2 || boldLines > blocks.length * maxShareOfBoldHeadings) return blocks
  return blocks.map((block) =>
    block.looksLikeHeading ? { ...block, depth: 2, markdown: block.words } : block,
  )
}
