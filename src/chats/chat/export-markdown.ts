import type { Nodes } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { allowAddresses } from '../replies/sources/addresses.ts'
import { toSafeMarkdown } from '../replies/safe-markdown.ts'

/** A name or title as plain text on one line: any punctuation may be escaped (CommonMark, backslash escapes). */
export const escapeLine = (text: string): string =>
  text
    .replaceAll(/[\s\p{C}]+/gu, ' ')
    .trim()
    .replaceAll(/[!-/:-@[-`{-~]/g, '\\$&')

/** A value as JSON in a block of code, which no line of JSON can end. */
export const formatJson = (value: unknown): string =>
  `\`\`\`json\n${JSON.stringify(value, null, 2) ?? 'null'}\n\`\`\``

const footnoteStarts = (node: Nodes): number[] => [
  ...(node.type === 'footnoteDefinition' && node.position ? [node.position.start.offset as number] : []),
  ...('children' in node ? node.children.flatMap(footnoteStarts) : []),
]

/** Without notes: a renderer would put them behind all messages. */
const escapeFootnotes = (markdown: string): string => {
  if (!markdown.includes('[^')) return markdown
  const tree = fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] })
  return footnoteStarts(tree).reduceRight((text, at) => `${text.slice(0, at)}\\${text.slice(at)}`, markdown)
}

/** Links stay where they open a page or a mail; pictures, where they are files of this service. */
const addresses = {
  isLink: (url: string) => !/^[a-z][a-z\d+.-]*:/i.test(url) || /^(?:https?|mailto):/i.test(url),
  isPicture: (url: string) => allowAddresses([]).isPicture(url),
}

/**
 * A message as a quotation that nothing in it can end: each line is marked, and what would work beyond it, as HTML,
 * definitions and notes do, becomes text. Tabs become spaces, since they mean other things behind a mark.
 */
export const quoteMarkdown = (markdown: string): string =>
  escapeFootnotes(toSafeMarkdown(markdown.replaceAll('\t', '    '), addresses))
    .split(/\r\n|\n|\r/)
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n')
