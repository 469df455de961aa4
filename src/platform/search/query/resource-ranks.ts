import { refKey } from '../../resource-ref.ts'
import { entriesFrom } from '../index/entry.ts'
import { readPacked } from '../index/packed-entries.ts'
import { prefixStem, wordFit, type QueryWord } from './query-words.ts'
import { bestTitleFit, type Match } from './range.ts'
import { rankMatches, type MatchedThing, type Scored } from './score.ts'
import { findIndexed } from '../index/stored-document.ts'

/** Maximum number of resources, found by other words, that are checked for words with too many rows. */
const maxCompared = 200

/** Merges two matches of a resource: keeps the better one, with the better title fit of both. */
const joinMatches = (one: Match, other: Match): Match => ({
  ...(one.fit < other.fit || (one.fit === other.fit && other.isTitle) ? other : one),
  titleFit: Math.max(bestTitleFit(one), bestTitleFit(other)),
})

/** Returns the resources of all matches without duplicates, and merges the matches of each word. */
const gather = (exact: Match[], matches: Match[][]): MatchedThing[] => {
  const found = new Map<string, MatchedThing>()
  const matchedResource = (match: Match): MatchedThing => {
    const name = refKey(match)
    let thing = found.get(name)
    if (!thing) found.set(name, (thing = { match, words: new Map(), isExact: false }))
    return thing
  }
  for (const match of exact) matchedResource(match).isExact = true
  for (const [place, own] of matches.entries())
    for (const match of own) {
      const { words } = matchedResource(match)
      const best = words.get(place)
      words.set(place, best ? joinMatches(best, match) : match)
    }
  return [...found.values()]
}

/** Resources with their matching words, best first. */
export interface Ranked {
  words: QueryWord[]
  /** Number of resources that have each word. */
  counts: number[]
  found: MatchedThing[]
  things: Scored[]
}

const isSame = <T>(some: T[] | undefined, others: T[] | undefined): boolean =>
  some?.length === others?.length && (some ?? []).every((one, n) => one === others?.[n])

/**
 * Creates a function that ranks the resources of matches, and reuses the last ranking for the same matches: the
 * resources that a person may read are mostly all that were found.
 */
export const makeRanking = () => {
  let last: { exact: Match[]; matches: Match[][]; ranked: Ranked } | undefined
  return (words: QueryWord[], exact: Match[], matches: Match[][]): Ranked => {
    const isKnown =
      isSame(last?.ranked.words, words) &&
      isSame(last?.exact, exact) &&
      words.every((_, place) => isSame(last?.matches[place], matches[place]))
    if (last && isKnown) return last.ranked
    const counts = words.map((_, place) => matches[place]?.length ?? 0)
    const found = gather(exact, matches)
    const ranked = { words, counts, found, things: rankMatches(words, counts, found) }
    last = { exact, matches, ranked }
    return ranked
  }
}

/** Reads the indexed documents to find words whose rows were not all read. */
const completeMatches = async (
  found: MatchedThing[],
  words: [place: number, word: QueryWord][],
): Promise<void> => {
  const documents = await findIndexed(found.map(({ match }) => match))
  const texts = await Promise.all(
    documents.map(async (document, n) => {
      const state = document?.state
      return state && readPacked((found[n] as MatchedThing).match, state.packed)
    }),
  )
  for (const [n, thing] of found.entries())
    for (const [place, word] of words) {
      if (thing.words.has(place)) continue
      const entries = word.spellings.flatMap((spelling) => entriesFrom(texts[n] ?? '', prefixStem(spelling)))
      const length = Math.floor(Math.log2((documents[n]?.state?.length ?? 0) + 1))
      const matches = entries.flatMap(({ forms, isTitle, isHeading, frequency }): Match[] => {
        const fit = wordFit(word, forms)
        return fit > 0 ? [{ ...(thing.match as Match), fit, isTitle, isHeading, frequency, length }] : []
      })
      if (matches.length > 0) thing.words.set(place, matches.reduce(joinMatches))
    }
}

/**
 * Checks if the best resources found by other words have some of the words, and counts the resources that do. Does not
 * read resources already known to have all of these words.
 */
export const compareBest = async (ranked: Ranked, open: [number, QueryWord][]): Promise<Ranked> => {
  const { words, counts, found } = ranked
  // resources with few of the words read may have the other words
  const things = rankMatches(words, counts, found, { isPartial: true })
  const best = new Set(things.slice(0, maxCompared).map(({ match }) => refKey(match)))
  const isOpen = (thing: MatchedThing) => open.some(([place]) => !thing.words.has(place))
  const unknown = found.filter((thing) => isOpen(thing) && best.has(refKey(thing.match)))
  if (unknown.length === 0) return ranked
  await completeMatches(unknown, open)
  const known = counts.map((count, place) => {
    const isCounted = open.some(([own]) => own === place)
    return isCounted ? Math.max(count, found.filter(({ words }) => words.has(place)).length) : count
  })
  return { words, counts: known, found, things: rankMatches(words, known, found) }
}
