import type { RootContent } from 'mdast'
import type { Block } from './block.ts'
import { harmless, markdownOf, wordsOf } from './markdown.ts'
import { asTitle } from './title.ts'

/**
 * A block as it is cut and put together: `depth` is that of a heading, else 0; `markdown` of one is its
 * inline text.
 */
export type Part = {
  depth: number
  words: string
  markdown: string
  page: number | null
  isTitle: boolean
  looksLikeHeading: boolean
}

const cleaned = (node: RootContent): RootContent[] => {
  if (node.type === 'html' || node.type === 'yaml' || node.type === 'definition') return []
  if (node.type === 'paragraph' || node.type === 'heading' || node.type === 'tableCell') {
    const children = harmless(node.children)
    return children.length > 0 || node.type === 'tableCell' ? [{ ...node, children } as RootContent] : []
  }
  return 'children' in node ? [{ ...node, children: node.children.flatMap(cleaned) } as RootContent] : [node]
}

/** A short paragraph in bold, which is how headings look where nobody used styles. */
const isBold = (node: RootContent, words: string): boolean =>
  node.type === 'paragraph' &&
  words.length <= 90 &&
  !/[.,;…。，；]$/u.test(words) &&
  node.children.every((child) => child.type === 'strong' || (child.type === 'text' && !child.value.trim()))

export const partOf = ({ node, page, title }: Block): Part | undefined => {
  const [clean] = cleaned(node)
  if (!clean) return undefined
  const words = wordsOf(clean).replace(/\s+/gu, ' ').trim()
  const line = asTitle(words)
  if (clean.type === 'heading') {
    if (!line) return undefined
    const markdown = markdownOf({ type: 'paragraph', children: clean.children }).replace(/\\?\n/g, ' ')
    return {
      depth: clean.depth,
      words: line,
      markdown,
      page,
      isTitle: title === true,
      looksLikeHeading: false,
    }
  }
  const markdown = markdownOf(clean)
  if (!markdown.trim()) return undefined
  return { depth: 0, words, markdown, page, isTitle: false, looksLikeHeading: isBold(clean, words) }
}

/** Headings where there are none: short bold paragraphs, when they are not most of the text. */
export const withHeadings = (parts: Part[]): Part[] => {
  if (parts.some(({ depth, isTitle }) => depth > 0 && !isTitle)) return parts
  const bold = parts.filter(({ looksLikeHeading }) => looksLikeHeading).length
  if (bold < 2 || bold > parts.length * 0.6) return parts
  return parts.map((part) => (part.looksLikeHeading ? { ...part, depth: 2, markdown: part.words } : part))
}
