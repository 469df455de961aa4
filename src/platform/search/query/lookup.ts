import { stemsOf } from '../../../language/inflection.ts'
import { findCompounds } from '../compounds.ts'
import { keyMark } from '../index/entry.ts'
import {
  beginningOf,
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
  exactly,
  readRanges,
  unreadOf,
  type WordMatches,
  type RowRange,
  type Match,
} from './range.ts'
import { compoundMark, reverse } from '../index/row.ts'

/**
 * The maximum number of rows that are read of a word, in all scopes and steps together. A container whose
 * rights are to be looked up counts as one of them.
 */
export const maxRows = 2_000

/** How many rows that begin like a word are read at first of a range: mostly these are all. */
export const maxFirstRows = 200

/** In each of this many ranges. */
const firstRowsOf = (ranges: number): number => Math.min(maxFirstRows, Math.ceil(maxRows / 2 / ranges))

const readFirst = (word: QueryWord, ranges: RowRange[], fitOfForms?: (forms: string[]) => number) => {
  const limit = firstRowsOf(ranges.length)
  return readRanges(
    word,
    ranges,
    ranges.map(() => limit),
    { fitOfForms },
  )
}

/** The things that have a form of the word, or one that it begins: one Query for each scope and spelling. */
export const lookUp = (word: QueryWord, scopes: string[]): Promise<WordMatches> => {
  const begins = [...new Set(word.spellings.map(beginningOf))]
  return readFirst(
    word,
    scopes.flatMap((scope) => begins.map((begin) => beginning(scope, begin))),
  )
}

const countContainers = (matches: Match[]): number =>
  new Set(matches.map(({ type, container }) => `${type}#${container}`)).size

/** How many rows may still be read of a word; those of some scopes may each bring a container to be looked up. */
const rowsLeft = ({ matches, rows, cut }: WordMatches, looksUpRights: boolean): number => {
  const containers = looksUpRights ? countContainers(matches) : 0
  const alike = matches.filter(({ scope }) => cut.includes(scope))
  const share = looksUpRights && alike.length > 0 ? countContainers(alike) / alike.length : 0
  return Math.floor((maxRows - rows - containers) / (1 + share))
}

/** Terms that were seen already have most of the rows. */
const [seenWeight, unseenWeight] = [3, 1]

/** What is to be read of a word beyond the first rows, each with its weight: its own terms, and what it begins. */
const openRanges = ({ word, cut, terms, rest }: WordMatches): (readonly [RowRange, number])[] => {
  const begins = word.spellings.filter(hasBeginning)
  const isLonger = (term: string) => begins.some((begin) => term !== begin && term.startsWith(begin))
  const own = [...new Set([...terms, ...word.spellings.flatMap(stemsOf)])].filter((term) => !isLonger(term))
  const weightOf = (isSeen: boolean) => (isSeen ? seenWeight : unseenWeight)
  const hasLonger = weightOf([...terms].some(isLonger))
  return cut
    .flatMap((scope) => [
      ...own.map((term) => [exactly(scope, term), weightOf(terms.has(term))] as const),
      ...begins.map((begin) => [behind(scope, begin), hasLonger] as const),
    ])
    .flatMap(([range, weight]) => unreadOf(range, rest).map((unread) => [unread, weight] as const))
}

/** What a range leaves of its share goes to the others, in this many steps, if it is this many rows. */
const maxSteps = 3
const minRowsOfStep = 100

/**
 * Of a word that has more rows: those of its own terms, titles first, then the newest, and some that it
 * begins; with what was read before {@link maxRows} at most.
 */
export const lookUpMore = async (
  first: WordMatches,
  looksUpRights: boolean,
  isOutsider: Promise<boolean>,
): Promise<WordMatches> => {
  let open = openRanges(first)
  let known = open.length > 0 ? first : { ...first, cut: [] }
  for (let step = 0; step < maxSteps && open.length > 0; step++) {
    const left = rowsLeft(known, looksUpRights)
    if (left < Math.max(minRowsOfStep, open.length) || (step > 0 && (await isOutsider))) break
    const sum = open.reduce((all, [, weight]) => all + weight, 0)
    const limits = open.map(([, weight]) => Math.max(1, Math.floor((left * weight) / sum)))
    const ranges = open.map(([range]) => range)
    const more = await readRanges(first.word, ranges, limits)
    known = { ...more, matches: [...known.matches, ...more.matches], rows: known.rows + more.rows }
    open = more.rest.map((range) => [range, seenWeight])
  }
  return known
}

const lookUpLast = async (word: QueryWord, ends: string[], scopes: string[]): Promise<Match[]> => {
  const ranges = scopes.flatMap((scope) =>
    ends.map((end) => beginning(scope, `${compoundMark}${reverse(end)}`)),
  )
  return (await readFirst(word, ranges, (forms) => fitAtEnd(word, forms))).matches
}

/** At most this many Queries are made for compounds with a word in their middle. */
const maxQueriesOfMiddle = 48

const lookUpMiddle = async (part: string, scopes: string[]): Promise<Match[]> => {
  const compounds = (await findCompounds(part)).slice(0, Math.ceil(maxQueriesOfMiddle / scopes.length))
  const found = await Promise.all(compounds.map((text) => lookUp(singleWord(text), scopes)))
  return found.flatMap(({ matches }) => matches.map((match) => ({ ...match, fit: middleFit })))
}

/**
 * The things that have a compound with the word as its last part, or one in the middle: for the latter one more
 * round trip where there is such a compound.
 */
export const lookUpCompounds = async (word: QueryWord, scopes: string[]): Promise<Match[]> => {
  const ends = compoundParts(word)
  const [part] = ends
  if (part === undefined) return []
  return (await Promise.all([lookUpLast(word, ends, scopes), lookUpMiddle(part, scopes)])).flat()
}

/** The things whose key or whole title these joined words are. */
export const lookUpKey = async (joined: string, scopes: string[]): Promise<Match[]> => {
  const ranges = scopes.map((scope) => exactly(scope, `${keyMark}${joined}`))
  return (await readFirst(singleWord(joined), ranges, () => 1)).matches
}
