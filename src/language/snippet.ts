import { fold, wordsOf } from './fold.ts'

const mostCharacters = 200
const before = 60

/** Things are found by their first words: further on there is nothing to look for. */
const lookedAt = 8_000
const mostRuns = 400

/** Where the first word stands that one of `wanted` begins, in a text without spaces between words inside of it. */
const placeOf = (text: string, wanted: string[]): number => {
  for (const { 0: run, index } of text.matchAll(/[\p{L}\p{M}\p{N}]+/gu).take(mostRuns)) {
    if (!wordsOf(run).some((word) => wanted.some((begin) => word.startsWith(begin)))) continue
    const folded = fold(run)
    const places = wanted.map((begin) => folded.indexOf(begin)).filter((place) => place >= 0)
    return index + Math.min(run.length, ...places)
  }
  return 0
}

/**
 * A piece of a text around the first of its words that a word of `q` begins, of about 200 characters, or the text's
 * beginning; null for an empty one.
 */
export const snippetOf = (text: string, q: string): string | null => {
  const plain = text.slice(0, lookedAt).replaceAll(/\s+/gu, ' ').trim()
  if (plain === '') return null
  const place = placeOf(plain, wordsOf(q))
  const near = Math.max(0, place - before)
  const space = plain.indexOf(' ', near) + 1
  // without a space before the word it is cut within what stands before it
  const start = near > 0 && space > 0 && space <= place ? space : near
  const piece = plain
    .slice(start, start + mostCharacters)
    .replaceAll(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '')
  const isCut = start + mostCharacters < plain.length || text.length > lookedAt
  return `${start > 0 ? '… ' : ''}${piece}${isCut ? ' …' : ''}`
}
