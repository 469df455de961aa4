const wordsPerMinute = 200
const eastAsianCharactersPerMinute = 400
/** Maximum reading speed for text with long words or without spaces, such as data and URLs. */
const maxCharactersPerMinute = 1_600

const eastAsian = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu

/** Returns the reading time of words in minutes. */
export const readingMinutes = (words: string): number =>
  words.split(/\s+/).length / wordsPerMinute +
  (words.match(eastAsian)?.length ?? 0) / eastAsianCharactersPerMinute

/**
 * Returns the reading time of a block in minutes, by its words or by the length of its Markdown, whichever is longer.
 */
export const blockMinutes = (words: string, markdown: string): number =>
  Math.max(readingMinutes(words), markdown.length / maxCharactersPerMinute)
