import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Where a document has running heads and contents, in points from above: test/fixtures/pdf-words/left-out.yml. */
export type LeftOut = {
  top?: number
  bottom?: number
  contents?: { page: number; from?: number; to?: number }[]
}

const folders = ['../fixtures/pdf-words', '../fixtures/documents', '../lms/corpus']

/** The path of a document by its name, in whichever folder of documents it is. */
export const findPdf = (name: string): string => {
  const path = folders
    .map((folder) => join(import.meta.dirname, folder, name))
    .find((candidate) => existsSync(candidate))
  if (path === undefined) throw new Error(`There is no document ${name}.`)
  return path
}

/** Letters of scripts without spaces are words of their own. */
const word = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{M}\p{N}]+/gu

/** Words in one case, with ligatures as their letters and without soft hyphens. */
const listWords = (text: string): string[] =>
  text.normalize('NFKC').toLowerCase().replaceAll('\u00AD', '').match(word) ?? []

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
