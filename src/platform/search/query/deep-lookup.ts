import { stemsOf } from '../../../language/inflection.ts'
import { lookUpMore, maxFirstRows, maxRows, minRowsOfStep } from './lookup.ts'
import type { Filter } from './matches.ts'
import {
  exactRange,
  readRanges,
  unreadRanges,
  type Containers,
  type WordMatches,
  type Match,
} from './range.ts'

/**
 * Maximum number of unreadable rows to skip for all words of a query, and per step; DynamoDB filters them out (decision
 * 0017).
 */
const maxSkippedRows = 40_000
const rowsAtOnce = 10_000

/** Maximum number of containers to exclude: DynamoDB's limit. */
const maxContainers = 100

/** Returns the containers without readable resources, largest number of rows first. */
const otherContainers = (matches: Match[], own: Match[]): string[] => {
  const mine = new Set(own.map(({ container }) => container))
  const others = Map.groupBy(
    matches.filter(({ container }) => !mine.has(container)),
    ({ container }) => container,
  )
  const sorted = [...others].sort(([, a], [, b]) => b.length - a.length)
  return sorted.slice(0, maxContainers).map(([container]) => container)
}

/**
 * Reads further rows of one word that the reader may read. Looks up unknown access together with the access to the
 * first rows.
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
  // the rest is the reader's, as far as the access is known
  if (own.length === all.length) return lookup
  const share = Math.max(own.length, 1) / all.length
  // the reader may read other resources in the container of a hidden one
  const others = (matches: Match[]) => matches.filter((match) => !filter.isHidden(match))
  let known = lookup
  for (let passed = 0; known.rest.length > 0 && passed < budget && own.length <= maxRows - minRowsOfStep;) {
    const containers: Containers =
      container === undefined ? { without: otherContainers(others(known.matches), own) } : { only: container }
    // as many rows as should contain the missing ones if the share of readable rows stays the same
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
 * Reads rows that the reader may read of words whose rows are cut and partly unreadable, and skips up to about 40,000
 * other rows. This way, a person who may read few resources finds them however many newer ones exist.
 */
export const lookUpDeep = (
  lookups: WordMatches[],
  container: string | undefined,
  filter: Filter,
): Promise<WordMatches[]> => {
  const count = lookups.filter(({ cut }) => cut.length > 0).length
  return Promise.all(lookups.map((one) => lookUpOne(one, maxSkippedRows / count, container, filter)))
}

/**
 * Reads more rows of a cut word's own terms alone, which may come after all longer terms; as many as a search in one
 * scope reads at first. One Query per term.
 */
export const lookUpOwn = async (first: WordMatches): Promise<WordMatches> => {
  const { word, cut, rest, matches } = first
  const own = [...new Set(word.spellings.flatMap(stemsOf))]
  const ranges = cut.flatMap((scope) => own.flatMap((term) => unreadRanges(exactRange(scope, term), rest)))
  const limit = Math.floor((maxFirstRows - matches.length) / ranges.length)
  if (limit < 1) return first
  const more = await readRanges(word, ranges, () => limit)
  return { ...first, matches: [...matches, ...more.matches], rows: first.rows + more.rows }
}

/**
 * Returns true if a completely read word has resources that the reader may read, among which the other words are then
 * checked.
 */
const isDecided = async (
  lookups: WordMatches[],
  filter: (matches: Match[]) => Promise<Match[]>,
): Promise<boolean> => {
  const whole = lookups.filter(({ cut }) => cut.length === 0)
  const readable = await Promise.all(whole.map(({ matches }) => filter(matches)))
  return readable.some((matches) => matches.length > 0)
}

/**
 * Reads more rows of the words that are cut, or only rows with the words themselves if the rows already read decide the
 * search. Stops as soon as it is known that the reader may read only some of the first rows.
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
