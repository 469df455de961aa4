import { findSynonyms } from '../../../language/synonyms.ts'
import type { Match, WordMatches } from './range.ts'
import { singleWord, type QueryWord } from './query-words.ts'

/** Fit of a synonym, relative to the word itself. */
const synonymFit = 0.6

/** Maximum number of Queries for synonyms, and maximum number of synonyms per word. */
const maxQueries = 64
const maxNames = 4

interface Found {
  names: string[]
  matches: Match[]
}

/** Results by synonyms, for the words that the dictionary contains. */
export interface Synonyms {
  has: (word: string) => boolean
  /**
   * Adds the readable matches of synonyms to the matches of the words. Synonyms replace slips: a word in the dictionary
   * is spelled correctly.
   */
  addTo: (
    words: QueryWord[],
    matches: Match[][],
    filter: (matches: Match[]) => Promise<Match[]>,
  ) => Promise<Match[][]>
  /** Adds synonyms to the words as other spellings, by which passages and snippets are chosen. */
  addNames: (words: QueryWord[]) => QueryWord[]
}

const toSynonyms = (found: Map<string, Found>): Synonyms => ({
  has: (word) => found.has(word),
  addTo: (words, matches, filter) =>
    Promise.all(
      words.map(async ({ text }, n) => {
        const others = await filter(found.get(text)?.matches ?? [])
        const own = matches[n] ?? []
        return others.length > 0 ? [...own.filter(({ isSlip }) => !isSlip), ...others] : own
      }),
    ),
  addNames: (words) =>
    words.map((word) => {
      const names = found.get(word.text)?.names ?? []
      return names.length > 0 ? { ...word, spellings: [...word.spellings, ...names] } : word
    }),
})

/** Chooses the first synonyms of all words, then the second ones, as far as the limit of Queries permits. */
const chooseSynonyms = (all: string[][][], order: number[], room: number): string[][][] => {
  const chosen: string[][][] = all.map(() => [])
  let left = room
  for (let turn = 0; turn < maxNames; turn++)
    for (const n of order) {
      const name = all[n]?.[turn]
      if (!name || name.length > left) continue
      left -= name.length
      chosen[n]?.push(name)
    }
  return chosen
}

const matchKey = ({ type, id }: Match) => `${type}#${id}`

/** Returns the resources that have all parts of a name; each with the fit of its worst part. */
const withAll = (parts: Match[][]): Match[] => {
  const [first = [], ...others] = parts
  return others.reduce((all, own) => {
    const fits = new Map(own.map((match) => [matchKey(match), match]))
    return all.flatMap((match) => {
      const other = fits.get(matchKey(match))
      return other ? [other.fit < match.fit ? other : match] : []
    })
  }, first)
}

const lessen = ({ titleFit, ...match }: Match): Match => ({
  ...match,
  fit: match.fit * synonymFit,
  ...(titleFit !== undefined && { titleFit: titleFit * synonymFit }),
})

/**
 * Looks up synonyms of the query's words in its language, starting with the words that have the fewest matches. Does
 * not check access.
 */
export const lookUpSynonyms = async (
  { q, scopes }: { q: string; scopes: string[] },
  lookups: WordMatches[],
  lookUp: (word: QueryWord, scopes: string[]) => Promise<WordMatches>,
): Promise<Synonyms> => {
  const texts = lookups.map(({ word }) => word.text)
  const countMatches = (n: number) => lookups[n]?.matches.length ?? 0
  const order = [...lookups.keys()].sort((a, b) => countMatches(a) - countMatches(b))
  const chosen = chooseSynonyms(
    findSynonyms(q, texts),
    order,
    Math.max(1, Math.floor(maxQueries / scopes.length)),
  )
  const parts = [...new Set(chosen.flat(2))]
  const read = await Promise.all(parts.map((part) => lookUp(singleWord(part), scopes)))
  const partMatches = (part: string) => read[parts.indexOf(part)]?.matches ?? []
  const foundBy = (names: string[][]): Found => {
    const lists = names.map((name) => withAll(name.map(partMatches)).map(lessen))
    const met = names.filter((_, n) => (lists[n]?.length ?? 0) > 0)
    return { names: met.flat(), matches: lists.flat() }
  }
  return toSynonyms(
    new Map(
      texts.flatMap((text, n) => {
        const names = chosen[n] ?? []
        return names.length > 0 ? [[text, foundBy(names)] as const] : []
      }),
    ),
  )
}
