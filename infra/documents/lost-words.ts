/** Words; each letter of a script without spaces is a word. */
const word = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{M}\p{N}]+/gu

/** Soft hyphens, and combining accents without a precomposed character, as in formulas. */
const ignored = /\u00AD|[\u{300}-\u{36F}]|[\u{20D0}-\u{20FF}]/gu

/** Returns the words in lower case, with ligatures as letters. */
const lowerCaseWords = (text: string): string[] =>
  text.normalize('NFKC').toLowerCase().replace(ignored, '').match(word) ?? []

/** Number of occurrences of each key; `take` removes one occurrence, and returns true if there was one. */
class Multiset {
  readonly #counts = new Map<string, number>()

  constructor(keys: string[]) {
    for (const key of keys) this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1)
  }

  take(key: string): boolean {
    const count = this.#counts.get(key) ?? 0
    if (count > 0) this.#counts.set(key, count - 1)
    return count > 0
  }
}

const joinNeighbors = (words: string[]) => words.slice(1).map((next, at) => `${words[at]}${next}`)

/**
 * Returns the expected words that a text lacks, and the number of expected words. A word must occur as often as it is
 * expected. If a word is two words in the text, or one word together with its neighbor, it was hyphenated at the end of
 * a line.
 */
export const findLost = (expected: string, text: string): { lost: string[]; count: number } => {
  const words = lowerCaseWords(expected)
  const found = lowerCaseWords(text)
  const single = new Multiset(found)
  const isMissing = words.map((one) => !single.take(one))
  const pairs = new Multiset(joinNeighbors(found))
  const isJoined = (at: number) => {
    const [before = '', own = '', next = ''] = [words[at - 1], words[at], words[at + 1]]
    if (pairs.take(own)) return true
    if (isMissing[at + 1] && single.take(own + next)) {
      isMissing[at + 1] = false
      return true
    }
    return single.take(before + own) || single.take(own + next)
  }
  return { lost: words.filter((_, at) => isMissing[at] && !isJoined(at)), count: words.length }
}
