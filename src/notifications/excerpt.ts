import { markdownToText } from '../language/markdown-text.ts'

/** How many characters are shown of a longer text. */
export const excerptLength = 200

/** So much of a text is looked at: there may be long addresses in it. */
const maxReadCharacters = 4_000

/** The beginning of a text as it is. */
export const firstCharacters = (text: string): string => Array.from(text).slice(0, excerptLength).join('')

/** What a notification shows of a text in Markdown: its words, since mails and lists show no more. */
export const excerptOf = (markdown: string): string =>
  firstCharacters(markdownToText(markdown.slice(0, maxReadCharacters))).toWellFormed()
