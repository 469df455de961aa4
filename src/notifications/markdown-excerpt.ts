import { markdownToText } from '../language/markdown-text.ts'
import { firstCharacters } from './excerpt.ts'

/** Maximum number of characters read for an excerpt, well above its length because a text may have long URLs. */
const maxReadCharacters = 4_000

/** Returns the excerpt of a Markdown text as plain text, since mails and lists show no markup. */
export const markdownExcerpt = (markdown: string): string =>
  firstCharacters(markdownToText(markdown.slice(0, maxReadCharacters))).toWellFormed()
