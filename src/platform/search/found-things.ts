import { entriesFrom } from './entry.ts'
import { readPacked } from './packed-entries.ts'
import { beginningOf, fitOf, type QueryWord } from './query-words.ts'
import type { Match } from './range.ts'
import { rank, type Found } from './score.ts'
import { findIndexed } from './stored-document.ts'

/** Words that too many things have are compared with so many things that have the others. */
const maxCompared = 200

const nameOf = ({ type, id }: Pick<Match, 'type' | 'id'>) => `${type}#${id}`

/** The things of all matches, each once, with the best match of each word. */
export const gather = (exact: Match[], matches: Match[][]): Map<string, Found> => {
  const found = new Map<string, Found>()
  const thingOf = (match: Match): Found => {
    const thing = found.get(nameOf(match)) ?? { match, words: new Map(), isExact: false }
    found.set(nameOf(match), thing)
    return thing
  }
  for (const match of exact) thingOf(match).isExact = true
  for (const [place, own] of matches.entries())
    for (const match of own) {
      const { words } = thingOf(match)
      const best = words.get(place)
      if (!best || best.fit < match.fit || (best.fit === match.fit && match.isTitle)) words.set(place, match)
    }
  return found
}

/** Looks into things themselves for words that were not read for all things. */
const compare = async (found: Found[], words: [place: number, word: QueryWord][]): Promise<void> => {
  const documents = await findIndexed(found.map(({ match }) => match))
  const texts = await Promise.all(
    documents.map(async (document, n) => {
      const state = document?.state
      return state && readPacked((found[n] as Found).match, state.packed)
    }),
  )
  for (const [n, thing] of found.entries())
    for (const [place, word] of words) {
      if (thing.words.has(place)) continue
      const entries = word.spellings.flatMap((spelling) => entriesFrom(texts[n] ?? '', beginningOf(spelling)))
      const fits = entries.map((entry) => ({ entry, fit: fitOf(word, entry.forms) }))
      const [best] = fits.filter(({ fit }) => fit > 0).sort((a, b) => b.fit - a.fit)
      if (!best) continue
      const { isTitle, isHeading, frequency } = best.entry
      const length = Math.floor(Math.log2((documents[n]?.state?.length ?? 0) + 1))
      const match = { ...(thing.match as Match), fit: best.fit, isTitle, isHeading, frequency, length }
      thing.words.set(place, match)
    }
}

/**
 * Looks for some of the words in the best things that were found by the others, and counts those that have them. What
 * has them all as far as it is known is not read.
 */
export const compareBest = async (
  words: QueryWord[],
  counts: number[],
  found: Found[],
  open: [number, QueryWord][],
): Promise<void> => {
  const best = new Set(
    rank(words, counts, found)
      .slice(0, maxCompared)
      .map(({ match }) => nameOf(match)),
  )
  const isOpen = (thing: Found) => open.some(([place]) => !thing.words.has(place))
  await compare(
    found.filter((thing) => isOpen(thing) && best.has(nameOf(thing.match))),
    open,
  )
  for (const [place] of open)
    counts[place] = Math.max(counts[place] ?? 0, found.filter(({ words }) => words.has(place)).length)
}
