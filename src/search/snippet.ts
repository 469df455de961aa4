import { wordsOf } from '../platform/words.ts'

const mostCharacters = 200
const before = 60

/**
 * A piece of a text around the first of its words that a word of `q` begins, of about 200 characters, or the text's
 * beginning; null for an empty one.
 */
export const snippetOf = (text: string, q: string): string | null => {
  const plain = text.replaceAll(/\s+/gu, ' ').trim()
  if (plain === '') return null
  const wanted = wordsOf(q)
  const isWanted = (run: string) =>
    wordsOf(run).some((word) => wanted.some((begin) => word.startsWith(begin)))
  const hit = [...plain.matchAll(/[^ ]+/gu)].find(([run]) => isWanted(run))
  const near = Math.max(0, (hit?.index ?? 0) - before)
  const start = near === 0 ? 0 : plain.indexOf(' ', near) + 1
  const piece = plain.slice(start, start + mostCharacters).toWellFormed()
  return `${start > 0 ? '… ' : ''}${piece}${start + mostCharacters < plain.length ? ' …' : ''}`
}
