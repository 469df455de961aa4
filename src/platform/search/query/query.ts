import { compareBest, makeRanking, type Ranked } from './found-things.ts'
import { joinWords } from '../../../language/words.ts'
import { lookUpBehind, readDeeper } from './lookup-behind.ts'
import { lookUp, lookUpKey } from './lookup.ts'
import type { WordMatches, Match } from './range.ts'
import { wordsOf, type QueryWord } from './query-words.ts'
import type { Scored } from './score.ts'
import { makeFilter, readMatches, type Filter, type Readable } from './matches.ts'
import type * as synonyms from './synonyms.ts'
import { findStops } from '../index/vocabulary.ts'

/** What somebody looks for, and where. */
export interface Query {
  /** The lists of words to look in; what they have in common is one ranking. */
  scopes: string[]
  q: string
  /** What may stand for a word of `q` as well: each is one more Query in each list. */
  synonymsOf?: (word: string) => string[]
  /** Where it is there, words are looked for that mean the same, as far as no thing has all words. */
  loadSynonyms?: (() => Promise<typeof synonyms>) | undefined
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

const isCut = (lookups: WordMatches[]) => lookups.some(({ cut }) => cut.length > 0)

/** The words that are looked up, the longest, and the others; each in the order of the query. */
const chosenWords = (words: QueryWord[], scopes: string[]): [QueryWord[], QueryWord[]] => {
  const longest = words.toSorted((a, b) => b.text.length - a.text.length)
  const maxWords = Math.max(2, Math.floor(maxQueries / scopes.length) - 1)
  const chosen = new Set(longest.slice(0, maxWords))
  return [words.filter((word) => chosen.has(word)), words.filter((word) => !chosen.has(word))]
}

/** Whether a thing has all words, as far as their rows were read; a slip of one that has synonyms is another word. */
const isMet = (
  { things: [best], words }: Ranked,
  lookups: WordMatches[],
  others?: synonyms.Synonyms,
): boolean => {
  const isOpen = (typed: string) => lookups.some(({ word, cut }) => cut.length > 0 && word.typed === typed)
  const isOther = ({ text }: QueryWord, place: number) => best?.words.get(place)?.isSlip && others?.has(text)
  return best?.missing.every(isOpen) === true && !words.some(isOther)
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

const onlyReadable = (lookups: WordMatches[], filter: Filter): Promise<WordMatches[]> =>
  Promise.all(lookups.map(async (own) => ({ ...own, matches: await filter(own.matches) })))

/** What is read of the words of a query, and who may read it; `guess` ranks it without rights. */
const readWords = async (query: Query, asked: QueryWord[]) => {
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
  // for a caller who may read none of the first rows, what follows waits for rights (decision 0017)
  const own = readable && isCut(known) ? filter(first) : Promise.resolve(first)
  const isOutsider = own.then(({ length }) => length === 0 && first.length > 0)
  const seesAll = own.then(({ length }) => length === first.length)
  // a failure meets those who await it below
  for (const one of [isOutsider, seesAll]) one.catch(() => {})
  const deeper = isCut(known)
    ? await readDeeper(known, filter, readable !== undefined, seesAll)
    : { lookups: known, isDeep: false }
  let { lookups } = deeper
  const exact = (await isOutsider) ? [] : keyed

  const rankOf = makeRanking()
  const guess = (matches = lookups.map((own) => own.matches)) => {
    const words = lookups.map(({ word }) => word)
    const ranked = rankOf(words, exact, matches)
    query.onGuess?.(ranked)
    return ranked
  }
  if (!(await isOutsider)) guess()
  if ((readable || hidden.size > 0) && deeper.isDeep && isCut(lookups))
    lookups = await lookUpBehind(lookups, query.container, filter)
  if (await isOutsider) lookups = await onlyReadable(lookups, filter)
  return { lookups, keyed: exact, rest: rest.filter(({ text }) => !stops.has(text)), filter, rankOf, guess }
}

/**
 * The things in `scopes` that the reader may read and that have the words of `q`, best first. All that tells
 * of other things is computed without those that the reader may not read: weights of words, slips, order. One
 * round trip for the words and one for the rights as a rule, in which things can be read as well (`onGuess`);
 * one or two more for words that have very many rows, very few, or none, or for others that mean the same.
 */
export const search = async (query: Query): Promise<Ranking> => {
  const asked = withSynonyms(withoutSmallWords(wordsOf(query.q)), query)
  if (query.scopes.length === 0 || asked.length === 0)
    return { things: [], words: [], counts: [], truncated: false }
  const { lookups, keyed, rest, filter, rankOf, guess } = await readWords(query, asked)
  const findOthers = async () => (await query.loadSynonyms?.())?.lookUpSynonyms(query, lookups, lookUp)
  const isEarly = !isMet(guess(), lookups)
  const [all, exact, early] = await Promise.all([
    readMatches(lookups, query, filter, guess),
    filter(keyed),
    isEarly ? findOthers() : undefined,
  ])
  const said = withoutLostLetters(lookups, all)
  let words = [...said.lookups.map(({ word }) => word), ...rest]
  let ranked = rankOf(words, exact, said.matches)
  const others = isMet(ranked, lookups, early) ? undefined : (early ?? (await findOthers()))
  if (others) {
    const matches = await others.addTo(words, said.matches, filter)
    words = others.addNames(words)
    ranked = rankOf(words, exact, matches)
  }
  const open = words.flatMap((word, place): [number, QueryWord][] =>
    place >= said.lookups.length || (said.lookups[place]?.cut.length ?? 0) > 0 ? [[place, word]] : [],
  )
  const isCompared = open.length > 0 && words.length > 1 && !query.isBrief
  const { things, counts } = isCompared ? await compareBest(ranked, open) : ranked
  // where none of the rows that were read is the reader's, neither is what they do not know of
  const truncated = lookups.some(({ cut }, n) => cut.length > 0 && (all[n]?.length ?? 0) > 0)
  return { things, words, counts, truncated }
}
