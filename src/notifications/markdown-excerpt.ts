import { markdownToText } from '../language/markdown-text.ts'
import { firstCharacters } from './excerpt.ts'

/** Maximum number of characters that are read for an excerpt: a text may have long addresses. */
const maxReadCharacters = 4_000

/** What a notification shows of a text in Markdown: its words, since mails and lists show no more. */
export const excerptOf = (markdown: string): string =>
  firstCharacters(markdownToText(markdown.slice(0, maxReadCharacters))).toWellFormed()
