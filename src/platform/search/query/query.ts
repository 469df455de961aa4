import { compareBest, makeRanking } from './found-things.ts'
import { joinWords } from '../../../language/words.ts'
import { lookUpBehind, lookUpOwn } from './lookup-behind.ts'
import { lookUp, lookUpKey, lookUpMore } from './lookup.ts'
import type { WordMatches, Match } from './range.ts'
import { wordsOf, type QueryWord } from './query-words.ts'
import type { Scored } from './score.ts'
import { makeFilter, readMatches, type Readable } from './matches.ts'
import { findStops } from '../index/vocabulary.ts'

/** What somebody looks for, and where. */
export interface Query {
  /** The lists of words to look in; what they have in common is one ranking. */
  scopes: string[]
  q: string
  /** What may stand for a word of `q` as well: each is one more Query in each list. */
  synonymsOf?: (word: string) => string[]
  /** Without it the caller looks at rights. */
  readable?: Readable | undefined
  /** The one container whose things are wanted. */
  container?: string | undefined
  /**
   * In few round trips: in compounds only what is found nowhere else, and very common words by some things
   * alone.
   */
  isBrief?: boolean
  /** Is told what may be found, before the rights to it are known: to read it meanwhile. */
  onGuess?: ((guess: Pick<Ranking, 'things' | 'words'>) => void) | undefined
}

/**
 * At most this many Queries are made for the words of a query; the longest words, mostly the rarest, are read.
 */
const maxQueries = 120

/** The words that say something, unless none does. */
const withoutStopWords = (lookups: WordMatches[], stops: Set<string>): WordMatches[] => {
  const rest = lookups.filter(({ word: { text } }) => !stops.has(text))
  return rest.length > 0 ? rest : lookups
}

/** Words of one letter that hold a sentence together, folded: articles, pronouns, prepositions. */
const smallWords = new Set('aeiouwyzвикосуіз')

/** With fewer words a letter is more than that: "Vitamin A". */
const minWordsOfSentence = 3

const withoutSmallWords = (words: QueryWord[]): QueryWord[] =>
  words.length < minWordsOfSentence
    ? words
    : words.filter(({ text }, n) => n === words.length - 1 || !smallWords.has(text))

/** What may stand for a word is looked for as another spelling of it. */
const withSynonyms = (words: QueryWord[], { synonymsOf = () => [] }: Query): QueryWord[] =>
  words.map((word) => ({ ...word, spellings: word.spellings.concat(synonymsOf(word.text)) }))

/** Letters alone are indexed of titles: those that no title has that the reader may read say nothing. */
const withoutLostLetters = (lookups: WordMatches[], matches: Match[][]) => {
  const places = lookups.flatMap(({ word: { text } }, n) =>
    text.length > 1 || (matches[n]?.length ?? 0) > 0 ? [n] : [],
  )
  const kept = places.length > 0 ? places : lookups.map((_, n) => n)
  return { lookups: kept.map((n) => lookups[n] as WordMatches), matches: kept.map((n) => matches[n] ?? []) }
}

/** Whether a word whose rows were all read has things that the reader may read: the others are looked for there. */
const isDecided = async (
  lookups: WordMatches[],
  filter: (matches: Match[]) => Promise<Match[]>,
): Promise<boolean> => {
  const whole = lookups.filter(({ cut }) => cut.length === 0)
  const readable = await Promise.all(whole.map(({ matches }) => filter(matches)))
  return readable.some((matches) => matches.length > 0)
}

/**
 * More rows of the words whose rows were not all read; where what was read decides the search, those of the words
 * themselves alone.
 */
const readDeeper = async (
  lookups: WordMatches[],
  filter: (matches: Match[]) => Promise<Match[]>,
  hasRights: boolean,
): Promise<{ lookups: WordMatches[]; isDeep: boolean }> => {
  const readCut = (read: (own: WordMatches) => Promise<WordMatches>) =>
    Promise.all(lookups.map(async (own) => (own.cut.length > 0 ? read(own) : own)))
  if (lookups.every(({ cut }) => cut.length === 0)) return { lookups, isDeep: false }
  const mayDecide = lookups.some(({ cut, matches }) => cut.length === 0 && matches.length > 0)
  const [isDone, own] = await Promise.all([
    mayDecide && isDecided(lookups, filter),
    mayDecide ? readCut(lookUpOwn) : lookups,
  ])
  if (isDone) return { lookups: own, isDeep: false }
  return { lookups: await readCut((own) => lookUpMore(own, hasRights)), isDeep: true }
}

/** The words that are looked up, the longest, and the others; each in the order of the query. */
const chosenWords = (words: QueryWord[], scopes: string[]): [QueryWord[], QueryWord[]] => {
  const longest = words.toSorted((a, b) => b.text.length - a.text.length)
  const maxWords = Math.max(2, Math.floor(maxQueries / scopes.length) - 1)
  const chosen = new Set(longest.slice(0, maxWords))
  return [words.filter((word) => chosen.has(word)), words.filter((word) => !chosen.has(word))]
}

/** What a search has found, best first. */
export interface Ranking {
  things: Scored[]
  words: QueryWord[]
  /** How many things have each of the words. */
  counts: number[]
  /** A word that the reader finds has more rows than were read, which may be theirs. */
  truncated: boolean
}

/**
 * The things in `scopes` that the reader may read and that have the words of `q`, best first. All that tells
 * of other things is computed without those that the reader may not read: weights of words, slips, order. One
 * round trip for the words and one for the rights as a rule, in which things can be read as well (`onGuess`);
 * one or two more for words that have very many rows, very few, or none.
 */
export const search = async (query: Query): Promise<Ranking> => {
  const { scopes, q, readable } = query
  const asked = withSynonyms(withoutSmallWords(wordsOf(q)), query)
  const joined = joinWords(q)
  if (scopes.length === 0 || asked.length === 0)
    return { things: [], words: [], counts: [], truncated: false }
  const [chosen, rest] = chosenWords(asked, scopes)
  const [keyed, { stops, hidden }, ...looked] = await Promise.all([
    lookUpKey(joined, scopes),
    findStops(asked.map(({ text }) => text)),
    ...chosen.map((word) => lookUp(word, scopes)),
  ])
  const filter = makeFilter(readable, hidden)
  const known = withoutStopWords(looked, stops)
  const deeper = await readDeeper(known, filter, readable !== undefined)
  let { lookups } = deeper

  const rankOf = makeRanking()
  const guess = (matches: Match[][]) => {
    const words = lookups.map(({ word }) => word)
    query.onGuess?.(rankOf(words, keyed, matches))
  }
  guess(lookups.map(({ matches }) => matches))
  if ((readable || hidden.size > 0) && deeper.isDeep && lookups.some(({ cut }) => cut.length > 0)) {
    lookups = await lookUpBehind(lookups, query.container, filter)
    guess(lookups.map(({ matches }) => matches))
  }
  const [all, exact] = await Promise.all([readMatches(lookups, query, filter, guess), filter(keyed)])
  const said = withoutLostLetters(lookups, all)
  const words = [...said.lookups.map(({ word }) => word), ...rest.filter(({ text }) => !stops.has(text))]
  const ranked = rankOf(words, exact, said.matches)
  const open = words.flatMap((word, place): [number, QueryWord][] =>
    place >= said.lookups.length || (said.lookups[place]?.cut.length ?? 0) > 0 ? [[place, word]] : [],
  )
  const isCompared = open.length > 0 && words.length > 1 && !query.isBrief
  const { things, counts } = isCompared ? await compareBest(ranked, open) : ranked
  // where none of the rows that were read is the reader's, neither is what they do not know of
  const truncated = lookups.some(({ cut }, n) => cut.length > 0 && (all[n]?.length ?? 0) > 0)
  return { things, words, counts, truncated }
}
