import { stemsOf } from '../../../language/inflection.ts'
import { findCompounds } from '../index/compounds.ts'
import { keyMark } from '../index/entry.ts'
import {
  prefixStem,
  fitAtEnd,
  hasBeginning,
  middleFit,
  compoundParts,
  singleWord,
  type QueryWord,
} from './query-words.ts'
import {
  beginning,
  behind,
  exactRange,
  readRanges,
  scopesOfRanges,
  unreadRanges,
  type WordMatches,
  type RowRange,
  type Match,
  type Selection,
} from './range.ts'
import { compoundMark, keyScope, reverse } from '../index/row.ts'

/**
 * Maximum number of rows read for a word, in all scopes and steps together. A container whose access is to be looked up
 * counts as one row.
 */
export const maxRows = 2_000

/** Maximum number of rows that the first read of a range returns; mostly these are all rows of the word. */
export const maxFirstRows = 200

const readFirst = (word: QueryWord, ranges: RowRange[], selection?: Selection) => {
  const limit = Math.min(maxFirstRows, Math.ceil(maxRows / 2 / ranges.length))
  return readRanges(word, ranges, () => limit, selection)
}

/**
 * Returns the resources that have a form of the word, or a word that begins with it: one Query per scope and spelling.
 */
export const lookUp = (word: QueryWord, scopes: string[]): Promise<WordMatches> => {
  const begins = [...new Set(word.spellings.map(prefixStem))]
  return readFirst(
    word,
    scopes.flatMap((scope) => begins.map((begin) => beginning(scope, begin))),
  )
}

const countContainers = (matches: Match[]): number =>
  new Set(matches.map(({ type, container }) => `${type}#${container}`)).size

/**
 * Returns the number of rows that may still be read for a word; rows of some scopes may each add a container to be
 * looked up.
 */
const rowsLeft = ({ matches, rows, cut }: WordMatches, looksUpRights: boolean): number => {
  const containers = looksUpRights ? countContainers(matches) : 0
  const alike = matches.filter(({ scope }) => cut.includes(scope))
  const share = looksUpRights && alike.length > 0 ? countContainers(alike) / alike.length : 0
  return Math.floor((maxRows - rows - containers) / (1 + share))
}

/** Weights of terms already found, which have most of the rows, and of the others. */
const [seenWeight, unseenWeight] = [3, 1]

/** Returns the ranges of stems that were not found; adjacent ones are joined unless a found term is between them. */
const unseenRanges = (scope: string, spelling: string, terms: Set<string>): RowRange[] => {
  const stems = stemsOf(spelling)
  // longer words may have filled the first read, and would fill such a range as well
  const isKnown = stems.some((stem) => terms.has(stem))
  const isSeenBetween = (stem: string, { to }: RowRange) =>
    terms.values().some((term) => term > stem && term < to)
  const ranges: RowRange[] = []
  let last: RowRange | undefined
  for (const stem of stems)
    if (terms.has(stem)) last = undefined
    else if (isKnown && last && !isSeenBetween(stem, last)) last.from = `${stem}#`
    else ranges.push((last = exactRange(scope, stem)))
  return ranges
}

/** Returns the ranges of a word beyond the first rows, each with its weight: the word's own terms, and longer ones. */
const openRanges = ({ word, cut, terms, rest }: WordMatches): (readonly [RowRange, number])[] => {
  const begins = word.spellings.filter(hasBeginning)
  const isLonger = (term: string) => begins.some((begin) => term !== begin && term.startsWith(begin))
  const own = [...terms].filter((term) => !isLonger(term))
  const hasLonger = [...terms].some(isLonger) ? seenWeight : unseenWeight
  return cut
    .flatMap((scope) => [
      ...own.map((term) => [exactRange(scope, term), seenWeight] as const),
      ...word.spellings
        .flatMap((spelling) => unseenRanges(scope, spelling, terms))
        .map((range) => [range, unseenWeight] as const),
      ...begins.map((begin) => [behind(scope, begin), hasLonger] as const),
    ])
    .flatMap(([range, weight]) => unreadRanges(range, rest).map((unread) => [unread, weight] as const))
}

/**
 * Maximum number of steps that redistribute the unused share of a range to the others, and the minimum rows of a step.
 */
const maxSteps = 3
export const minRowsOfStep = 100

/** Minimum number of rows per Query of a step: if many scopes are cut, the least significant ranges are left out. */
const minRowsOfQuery = 25

/**
 * Reads more rows of a word, up to {@link maxRows} with the rows already read: rows of its own terms first (titles,
 * then the newest), then some rows of longer terms. Stops as soon as it is known that the reader may read only some of
 * the first rows, because the reader's own rows are then read directly (decision 0064).
 */
export const lookUpMore = async (
  first: WordMatches,
  looksUpRights: boolean,
  seesAll: Promise<boolean>,
): Promise<WordMatches> => {
  let open = openRanges(first)
  let known = open.length > 0 ? first : { ...first, cut: [] }
  for (let step = 0; step < maxSteps && open.length > 0; step++) {
    const left = rowsLeft(known, looksUpRights)
    if (left < minRowsOfStep || (step > 0 && !(await seesAll))) break
    const sorted = open.toSorted(([, a], [, b]) => b - a)
    const chosen = sorted.slice(0, Math.floor(left / minRowsOfQuery))
    const ranges = chosen.map(([range]) => range)
    const sum = chosen.reduce((all, [, weight]) => all + weight, 0)
    const placeLimit = (place: number) => Math.ceil((left * (chosen[place]?.[1] ?? 0)) / sum)
    const more = await readRanges(first.word, ranges, placeLimit)
    const rest = [...more.rest, ...sorted.slice(chosen.length).map(([range]) => range)]
    const cut = scopesOfRanges(rest)
    const matches = [...known.matches, ...more.matches]
    known = { ...more, rest, cut, matches, rows: known.rows + more.rows }
    open = rest.map((range) => [range, seenWeight])
  }
  return known
}

const lookUpLast = async (word: QueryWord, ends: string[], scopes: string[]): Promise<Match[]> => {
  const ranges = scopes.flatMap((scope) =>
    ends.map((end) => beginning(scope, `${compoundMark}${reverse(end)}`)),
  )
  return (await readFirst(word, ranges, { fitOfForms: (forms) => fitAtEnd(word, forms) })).matches
}

/** Maximum number of Queries for compounds with a word in their middle. */
const maxQueriesOfMiddle = 48

const lookUpMiddle = async (part: string, scopes: string[]): Promise<Match[]> => {
  const compounds = (await findCompounds(part)).slice(0, Math.ceil(maxQueriesOfMiddle / scopes.length))
  const found = await Promise.all(compounds.map((text) => lookUp(singleWord(text), scopes)))
  return found.flatMap(({ matches }) => matches.map((match) => ({ ...match, fit: middleFit })))
}

/**
 * Returns the resources that have a compound with the word as its last part or in its middle; the latter takes one more
 * round trip if such a compound exists.
 */
export const lookUpCompounds = async (word: QueryWord, scopes: string[]): Promise<Match[]> => {
  const ends = compoundParts(word)
  const [part] = ends
  if (part === undefined) return []
  return (await Promise.all([lookUpLast(word, ends, scopes), lookUpMiddle(part, scopes)])).flat()
}

/** Returns the resources whose key or whole title equals the joined words. */
export const lookUpKey = async (joined: string, scopes: string[]): Promise<Match[]> => {
  const places = [...new Set(scopes.map(keyScope))]
  const ranges = places.map((place) => exactRange(place, `${keyMark}${joined}`))
  return (await readFirst(singleWord(joined), ranges, { fitOfForms: () => 1, scopes })).matches
}
