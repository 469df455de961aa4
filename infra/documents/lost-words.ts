/** Letters of scripts without spaces are words of their own. */
const word = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{M}\p{N}]+/gu

/** Soft hyphens, and accents that no character has together with its letter, as formulas set them. */
const ignored = /\u00AD|[\u{300}-\u{36F}]|[\u{20D0}-\u{20FF}]/gu

/** Words in one case, with ligatures as their letters. */
const listWords = (text: string): string[] =>
  text.normalize('NFKC').toLowerCase().replace(ignored, '').match(word) ?? []

/** How often each key is there; `take` takes one away, and says whether there was one. */
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

const listPairs = (words: string[]) => words.slice(1).map((next, at) => `${words[at]}${next}`)

/**
 * Which of the words expected a text lacks, and their number. A word counts as often as it is expected. One that is
 * two in the text, or that is one in the text together with its neighbour, was divided at the end of a line.
 */
export const findLost = (expected: string, text: string): { lost: string[]; count: number } => {
  const words = listWords(expected)
  const found = listWords(text)
  const single = new Multiset(found)
  const isMissing = words.map((one) => !single.take(one))
  const pairs = new Multiset(listPairs(found))
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
