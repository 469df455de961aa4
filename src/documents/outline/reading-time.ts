const wordsPerMinute = 200
const eastAsianCharactersPerMinute = 400
/** What has long words or none, such as data and addresses, is read no faster than this. */
const maxCharactersPerMinute = 1_600

const eastAsian = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu

/** How long people read words, in minutes. */
export const readingMinutes = (words: string): number =>
  words.split(/\s+/).length / wordsPerMinute +
  (words.match(eastAsian)?.length ?? 0) / eastAsianCharactersPerMinute

/** How long people read a block, in minutes: by its words, or by the length of its Markdown where that takes longer. */
export const blockMinutes = (words: string, markdown: string): number =>
  Math.max(readingMinutes(words), markdown.length / maxCharactersPerMinute)
