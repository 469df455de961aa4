import { fold } from './fold.ts'
import { splitWords } from './tokens.ts'

const maxCharacters = 200
const maxCharactersBefore = 60

/** Things are found by their first words: further on there is nothing to look for. */
const maxSearchedCharacters = 8_000
const maxRuns = 400

/** The index of the first word that one of `wanted` begins; 0 when there is none. */
const findFirst = (text: string, wanted: string[]): number => {
  for (const { 0: run, index } of text.matchAll(/[\p{L}\p{M}\p{N}]+/gu).take(maxRuns)) {
    if (!splitWords(run).some((word) => wanted.some((begin) => word.startsWith(begin)))) continue
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
export const cutSnippet = (text: string, q: string): string | null => {
  const plain = text.slice(0, maxSearchedCharacters).replaceAll(/\s+/gu, ' ').trim()
  if (plain === '') return null
  const place = findFirst(plain, splitWords(q))
  const near = Math.max(0, place - maxCharactersBefore)
  const space = plain.indexOf(' ', near) + 1
  // without a space before the word it is cut within what stands before it
  const start = near > 0 && space > 0 && space <= place ? space : near
  const piece = plain.slice(start, start + maxCharacters).replaceAll(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '')
  const isCut = start + maxCharacters < plain.length || text.length > maxSearchedCharacters
  return `${start > 0 ? '… ' : ''}${piece}${isCut ? ' …' : ''}`
}
