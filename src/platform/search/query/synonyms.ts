import { findSynonyms } from '../../../language/synonyms.ts'
import type { Match, WordMatches } from './range.ts'
import { singleWord, type QueryWord } from './query-words.ts'

/** What a word is found by that means the same, relative to the word itself. */
const synonymFit = 0.6

/** At most this many Queries are made for words of the same meaning, and this many names are looked for of a word. */
const maxQueries = 64
const maxNames = 4

/** What was found of a word by others that mean the same. */
interface Found {
  names: string[]
  matches: Match[]
}

/** What was found by other words than those of the query, of those that the dictionary knows. */
export interface Synonyms {
  has: (word: string) => boolean
  /**
   * The matches of words with those of what means the same, as far as they may be read; these in place of slips: what
   * the dictionary knows is spelled well.
   */
  addTo: (
    words: QueryWord[],
    matches: Match[][],
    filter: (matches: Match[]) => Promise<Match[]>,
  ) => Promise<Match[][]>
  /** The words with what means the same as other spellings, by which passages and snippets are chosen. */
  addNames: (words: QueryWord[]) => QueryWord[]
}

const synonymsOf = (found: Map<string, Found>): Synonyms => ({
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

/** The first names of all words, then the second ones, as far as there is room for their parts. */
const choose = (all: string[][][], order: number[], room: number): string[][][] => {
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

const nameOf = ({ type, id }: Match) => `${type}#${id}`

/** What has all parts of a name, each as well as the one that fits least. */
const withAll = (parts: Match[][]): Match[] => {
  const [first = [], ...others] = parts
  return others.reduce((all, own) => {
    const fits = new Map(own.map((match) => [nameOf(match), match]))
    return all.flatMap((match) => {
      const other = fits.get(nameOf(match))
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
 * What is found of the words of a query by others that mean the same in its language, those with the fewest matches
 * first: rights are not looked at.
 */
export const lookUpSynonyms = async (
  { q, scopes }: { q: string; scopes: string[] },
  lookups: WordMatches[],
  lookUp: (word: QueryWord, scopes: string[]) => Promise<WordMatches>,
): Promise<Synonyms> => {
  const texts = lookups.map(({ word }) => word.text)
  const countOf = (n: number) => lookups[n]?.matches.length ?? 0
  const order = [...lookups.keys()].sort((a, b) => countOf(a) - countOf(b))
  const chosen = choose(findSynonyms(q, texts), order, Math.max(1, Math.floor(maxQueries / scopes.length)))
  const parts = [...new Set(chosen.flat(2))]
  const read = await Promise.all(parts.map((part) => lookUp(singleWord(part), scopes)))
  const matchesOf = (part: string) => read[parts.indexOf(part)]?.matches ?? []
  const foundBy = (names: string[][]): Found => {
    const lists = names.map((name) => withAll(name.map(matchesOf)).map(lessen))
    const met = names.filter((_, n) => (lists[n]?.length ?? 0) > 0)
    return { names: met.flat(), matches: lists.flat() }
  }
  return synonymsOf(
    new Map(
      texts.flatMap((text, n) => {
        const names = chosen[n] ?? []
        return names.length > 0 ? [[text, foundBy(names)] as const] : []
      }),
    ),
  )
}
