import { compareBest, makeRanking, type Ranked } from './resource-ranks.ts'
import { joinWords } from '../../../language/words.ts'
import { lookUpDeep, readDeeper } from './deep-lookup.ts'
import { lookUp, lookUpKey } from './lookup.ts'
import type { WordMatches, Match } from './range.ts'
import { queryWords, type QueryWord } from './query-words.ts'
import type { Scored } from './score.ts'
import { makeFilter, readMatches, type Filter, type Readable } from './matches.ts'
import type * as synonyms from './synonyms.ts'
import { findStops } from '../index/vocabulary.ts'

export interface Query {
  /** Scopes to search; all of them share one ranking. */
  scopes: string[]
  q: string
  /** Returns other spellings for a word of `q`; each costs one more Query in each scope. */
  synonymsOf?: (word: string) => string[]
  /** Loads the synonym lookup, which applies if no resource has all words. */
  loadSynonyms?: (() => Promise<typeof synonyms>) | undefined
  /** Filters by access; if absent, the caller checks access. */
  readable?: Readable | undefined
  /** Container of the wanted resources, if only one is searched. */
  container?: string | undefined
  /**
   * True to limit the round trips: looks up no synonyms, compounds only of words found nowhere else, and does not check
   * all resources for very common words.
   */
  isBrief?: boolean
  /** Receives likely results before access to them is checked, so that the caller can load them meanwhile. */
  onGuess?: ((guess: Pick<Ranking, 'things' | 'words'>) => void) | undefined
}

/**
 * Maximum number of Queries for the words of a query; the longest words, which are mostly the rarest, are looked up.
 */
const maxQueries = 120

/** Removes stop words, unless all words are stop words. */
const withoutStopWords = (lookups: WordMatches[], stops: Set<string>): WordMatches[] => {
  const rest = lookups.filter(({ word: { text } }) => !stops.has(text))
  return rest.length > 0 ? rest : lookups
}

/** Words of one letter that connect a sentence, folded: articles, pronouns, prepositions. */
const smallWords = new Set('aeiouwyzвикосуіз')

/** In a query with fewer words, a single letter is significant: "Vitamin A". */
const minWordsOfSentence = 3

const withoutConnectors = (words: QueryWord[]): QueryWord[] =>
  words.length < minWordsOfSentence
    ? words
    : words.filter(({ text }, n) => n === words.length - 1 || !smallWords.has(text))

/** Adds synonyms of words as their spellings. */
const withSpellings = (words: QueryWord[], { synonymsOf = () => [] }: Query): QueryWord[] =>
  words.map((word) => ({ ...word, spellings: word.spellings.concat(synonymsOf(word.text)) }))

/** Removes single letters, which only titles index, if no readable title has them. */
const withoutLostLetters = (lookups: WordMatches[], matches: Match[][]) => {
  const places = lookups.flatMap(({ word: { text } }, n) =>
    text.length > 1 || (matches[n]?.length ?? 0) > 0 ? [n] : [],
  )
  const kept = places.length > 0 ? places : lookups.map((_, n) => n)
  return { lookups: kept.map((n) => lookups[n] as WordMatches), matches: kept.map((n) => matches[n] ?? []) }
}

const isCut = (lookups: WordMatches[]) => lookups.some(({ cut }) => cut.length > 0)

/** Returns the longest words, which are looked up, and the others; both in the order of the query. */
const chosenWords = (words: QueryWord[], scopes: string[]): [QueryWord[], QueryWord[]] => {
  const longest = words.toSorted((a, b) => b.text.length - a.text.length)
  const maxWords = Math.max(2, Math.floor(maxQueries / scopes.length) - 1)
  const chosen = new Set(longest.slice(0, maxWords))
  return [words.filter((word) => chosen.has(word)), words.filter((word) => !chosen.has(word))]
}

/**
 * Returns true if a resource has all words, as far as their rows were read; a slip does not count for a word that has
 * synonyms.
 */
const hasAllWords = (
  { things: [best], words }: Ranked,
  lookups: WordMatches[],
  others?: synonyms.Synonyms,
): boolean => {
  const isOpen = (typed: string) => lookups.some(({ word, cut }) => cut.length > 0 && word.typed === typed)
  const isOther = ({ text }: QueryWord, place: number) => best?.words.get(place)?.isSlip && others?.has(text)
  return best?.missing.every(isOpen) === true && !words.some(isOther)
}

/** Result of a search, best first. */
export interface Ranking {
  things: Scored[]
  words: QueryWord[]
  /** Number of resources that have each word. */
  counts: number[]
  /** True if not all rows of a word that the reader finds were read, so that some of theirs may be missing. */
  truncated: boolean
}

const onlyReadable = (lookups: WordMatches[], filter: Filter): Promise<WordMatches[]> =>
  Promise.all(lookups.map(async (own) => ({ ...own, matches: await filter(own.matches) })))

/** Reads the rows of the words of a query, and the access to them; `guess` ranks them without access checks. */
const readQueryWords = async (query: Query, asked: QueryWord[]) => {
  const { scopes, q, readable } = query
  const joined = joinWords(q)
  const [chosen, rest] = chosenWords(asked, scopes)
  const [keyed, { stops, hidden }, ...looked] = await Promise.all([
    lookUpKey(joined, scopes),
    findStops(asked.map(({ text }) => text)),
    ...chosen.map((word) => lookUp(word, scopes)),
  ])
  const filter = makeFilter(readable, hidden)
  const known = withoutStopWords(looked, stops)
  const first = [keyed, ...known.map(({ matches }) => matches)].flat()
  // if the caller may read none of the first rows, the following steps wait for the access check (decision 0017)
  const own = readable && isCut(known) ? filter(first) : Promise.resolve(first)
  const isOutsider = own.then(({ length }) => length === 0 && first.length > 0)
  const seesAll = own.then(({ length }) => length === first.length)
  // the code that awaits them below receives the error
  for (const one of [isOutsider, seesAll]) one.catch(() => {})
  const deeper = isCut(known)
    ? await readDeeper(known, filter, readable !== undefined, seesAll)
    : { lookups: known, isDeep: false }
  let { lookups } = deeper
  const exact = (await isOutsider) ? [] : keyed

  const ranking = makeRanking()
  const guess = (matches = lookups.map((own) => own.matches)) => {
    const words = lookups.map(({ word }) => word)
    const ranked = ranking(words, exact, matches)
    query.onGuess?.(ranked)
    return ranked
  }
  if (!(await isOutsider)) guess()
  if ((readable || hidden.size > 0) && deeper.isDeep && isCut(lookups))
    lookups = await lookUpDeep(lookups, query.container, filter)
  if (await isOutsider) lookups = await onlyReadable(lookups, filter)
  return { lookups, keyed: exact, rest: rest.filter(({ text }) => !stops.has(text)), filter, ranking, guess }
}

/**
 * Returns the resources in `scopes` that the reader may read and that have the words of `q`, best first. Ignores
 * unreadable resources in everything that could reveal them: word weights, slips and order. Usually takes one round
 * trip for the words and one for access, during which the caller can load resources (`onGuess`), and one or two more
 * for synonyms and for words with very many rows, very few, or none.
 */
export const search = async (query: Query): Promise<Ranking> => {
  const asked = withSpellings(withoutConnectors(queryWords(query.q)), query)
  if (query.scopes.length === 0 || asked.length === 0)
    return { things: [], words: [], counts: [], truncated: false }
  const { lookups, keyed, rest, filter, ranking, guess } = await readQueryWords(query, asked)
  const findOthers = async () =>
    query.isBrief ? undefined : (await query.loadSynonyms?.())?.lookUpSynonyms(query, lookups, lookUp)
  const isEarly = !hasAllWords(guess(), lookups)
  const [all, exact, early] = await Promise.all([
    readMatches(lookups, query, filter, guess),
    filter(keyed),
    isEarly ? findOthers() : undefined,
  ])
  const corrected = withoutLostLetters(lookups, all)
  let words = [...corrected.lookups.map(({ word }) => word), ...rest]
  let ranked = ranking(words, exact, corrected.matches)
  const others = hasAllWords(ranked, lookups, early) ? undefined : (early ?? (await findOthers()))
  if (others) {
    const matches = await others.addTo(words, corrected.matches, filter)
    words = others.addNames(words)
    ranked = ranking(words, exact, matches)
  }
  const open = words.flatMap((word, place): [number, QueryWord][] =>
    place >= corrected.lookups.length || (corrected.lookups[place]?.cut.length ?? 0) > 0
      ? [[place, word]]
      : [],
  )
  const isCompared = open.length > 0 && words.length > 1 && !query.isBrief
  const { things, counts } = isCompared ? await compareBest(ranked, open) : ranked
  // if no row that was read belongs to the reader, they must not learn of unread rows either
  const truncated = lookups.some(({ cut }, n) => cut.length > 0 && (all[n]?.length ?? 0) > 0)
  return { things, words, counts, truncated }
}
