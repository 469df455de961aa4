import { stemsOf } from '../../../language/inflection.ts'
import { lookUpMore, maxFirstRows, maxRows, minRowsOfStep } from './lookup.ts'
import type { Filter } from './matches.ts'
import { exactly, readRanges, unreadOf, type Containers, type WordMatches, type Match } from './range.ts'

/**
 * How many rows of others are passed over for all words of a query, and how many at once; DynamoDB leaves them out
 * (decision 0017).
 */
const maxRowsBehind = 40_000
const rowsAtOnce = 10_000

/** How many containers are left out at most: DynamoDB's limit. */
const maxContainers = 100

/** The containers that have nothing for the reader, those with the most rows first. */
const othersIn = (matches: Match[], own: Match[]): string[] => {
  const mine = new Set(own.map(({ container }) => container))
  const others = Map.groupBy(
    matches.filter(({ container }) => !mine.has(container)),
    ({ container }) => container,
  )
  const sorted = [...others].sort(([, a], [, b]) => b.length - a.length)
  return sorted.slice(0, maxContainers).map(([container]) => container)
}

/**
 * The rows of one word that are the reader's, behind those that were read. Rights that are not known yet are looked up
 * with those of the first rows that are read here.
 */
const lookUpOne = async (
  lookup: WordMatches,
  budget: number,
  container: string | undefined,
  filter: Filter,
): Promise<WordMatches> => {
  const { word, cut, matches: all } = lookup
  if (cut.length === 0) return lookup
  let own = filter.guess(all)
  if (own.length === all.length) own = await filter(all)
  // what is cut is the reader's, as far as anybody knows
  if (own.length === all.length) return lookup
  const share = Math.max(own.length, 1) / all.length
  // of a hidden thing's container the reader may read others
  const others = (matches: Match[]) => matches.filter((match) => !filter.isHidden(match))
  let known = lookup
  for (let passed = 0; known.rest.length > 0 && passed < budget && own.length <= maxRows - minRowsOfStep;) {
    const containers: Containers =
      container === undefined ? { without: othersIn(others(known.matches), own) } : { only: container }
    // as many as should have what is missing, if as many of them are the reader's as before
    const wanted = Math.min(rowsAtOnce, budget, Math.ceil((maxRows - own.length) / share))
    const limit = Math.ceil(wanted / known.rest.length)
    const more = await readRanges(word, known.rest, () => limit, { containers })
    passed += wanted
    const matches = [...known.matches, ...more.matches]
    own = await filter(matches)
    known = { ...more, matches, rows: known.rows + more.rows }
  }
  return { ...known, matches: own }
}

/**
 * Of words whose rows are cut, and were not all the reader's: what is theirs behind the rows of others, as far as it is
 * within some 40 000 of these. Anyone who may read few things finds them however many are newer.
 */
export const lookUpBehind = (
  lookups: WordMatches[],
  container: string | undefined,
  filter: Filter,
): Promise<WordMatches[]> => {
  const count = lookups.filter(({ cut }) => cut.length > 0).length
  return Promise.all(lookups.map((one) => lookUpOne(one, maxRowsBehind / count, container, filter)))
}

/**
 * Of a word that has more rows: those of its own terms alone, which may be behind all that it begins, as many as a
 * search in one scope reads at first. One Query for each term.
 */
export const lookUpOwn = async (first: WordMatches): Promise<WordMatches> => {
  const { word, cut, rest, matches } = first
  const own = [...new Set(word.spellings.flatMap(stemsOf))]
  const ranges = cut.flatMap((scope) => own.flatMap((term) => unreadOf(exactly(scope, term), rest)))
  const limit = Math.floor((maxFirstRows - matches.length) / ranges.length)
  if (limit < 1) return first
  const more = await readRanges(word, ranges, () => limit)
  return { ...first, matches: [...matches, ...more.matches], rows: first.rows + more.rows }
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
 * themselves alone. For a reader who may not read all of the first rows it stops when that is known.
 */
export const readDeeper = async (
  lookups: WordMatches[],
  filter: (matches: Match[]) => Promise<Match[]>,
  hasRights: boolean,
  seesAll: Promise<boolean>,
): Promise<{ lookups: WordMatches[]; isDeep: boolean }> => {
  const readCut = (read: (own: WordMatches) => Promise<WordMatches>) =>
    Promise.all(lookups.map(async (own) => (own.cut.length > 0 ? read(own) : own)))
  const mayDecide = lookups.some(({ cut, matches }) => cut.length === 0 && matches.length > 0)
  const [isDone, own] = await Promise.all([
    mayDecide && isDecided(lookups, filter),
    mayDecide ? readCut(lookUpOwn) : lookups,
  ])
  if (isDone) return { lookups: own, isDeep: false }
  return { lookups: await readCut((own) => lookUpMore(own, hasRights, seesAll)), isDeep: true }
}
