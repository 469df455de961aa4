import { pageByteLimit, type ListPage, type PageRequest } from '../../table/list/list.ts'
import type { Readable } from './matches.ts'
import { makePlaces, type Hit, type SortedHit } from './placed-hits.ts'
import { search, type Query, type Ranking } from './query.ts'
import type { QueryWord } from './query-words.ts'
import { readAhead } from './read-ahead.ts'

export type { Readable } from './matches.ts'
export type { Hit } from './placed-hits.ts'

export interface WordSearch extends PageRequest {
  /** The lists of words to look in; what they have in common is one ranking. */
  scopes: string[]
  q: string
  /** The one container whose things are wanted. */
  container?: string | undefined
  loadSynonyms?: Query['loadSynonyms']
  /** Newest things first, whatever fits best. */
  sort?: 'newest' | undefined
  /** Those of at most 1 000 hits that are asked for, by more than their words. */
  keep?: (hits: Hit[]) => Promise<Hit[]>
  /** Whether a hit is probably asked for, without looking anything up: it is read before that is known. */
  isLikely?: (hit: Hit) => boolean
}

/**
 * A page of what was found. `counts` has the number of things by type that the reader may read, up to 100
 * each, without those that turned out to be gone when they were read for the page.
 */
type FoundPage<T> = ListPage<T> & {
  /** What the items were found as, in their order. */
  hits: Hit[]
  truncated: boolean
  counts: Record<string, number>
  /** The words of the query that count. */
  words: QueryWord[]
}

const maxCount = 100

const countByType = (hits: Hit[]): Record<string, number> =>
  Object.fromEntries(
    [...Map.groupBy(hits, ({ type }) => type)].map(([type, own]) => [type, Math.min(maxCount, own.length)]),
  )

/** How many hits are looked at for a page; at first one more than it has, then this many at once. */
const maxHits = 1_000
const hitsAtOnce = 101

/** The number of hits read first: one more than the page has, or all that are to be sorted. */
const firstHits = (limit: number) => (limit < hitsAtOnce ? limit + 1 : limit)

/**
 * How the things of some hits are read, in their order; undefined for those that are gone or that the caller may not
 * see.
 */
export type Load<T> = (hits: Hit[], words: QueryWord[]) => Promise<(T | undefined)[]>

/**
 * A page of what `search` finds, as things. What probably is on it is read while the rights to all that was found
 * are looked up. At most 1 000 hits are looked at for a page: up to there it is looked whether another thing
 * comes behind it, so that what the caller may not see does not show as a next page.
 */
export const searchByWords = async <T>(
  { scopes, q, container, loadSynonyms, limit, cursor, sort, keep, isLikely = () => true }: WordSearch,
  load: Load<T>,
  readable?: Readable,
): Promise<FoundPage<T>> => {
  const first = firstHits(limit)
  const { placesOf, isBehind } = makePlaces(sort, cursor)
  let known: QueryWord[] = []
  const reader = readAhead<Hit, T>((hits) => load(hits, known))
  const onGuess = ({ things, words }: Pick<Ranking, 'things' | 'words'>) => {
    known = words
    reader.begin(
      placesOf(things)
        .filter((one) => isBehind(one) && isLikely(one.hit))
        .slice(0, first)
        .map(({ hit }) => hit),
    )
  }
  const query = {
    scopes: [...new Set(scopes)],
    q,
    readable,
    container,
    loadSynonyms,
    ...(!keep && { onGuess }),
  }
  const { things, words, truncated } = await search(query)
  known = words
  const all = placesOf(things)
  const kept = keep && new Set(await keep(all.slice(0, maxHits).map(({ hit }) => hit)))
  const seen = kept ? all.filter(({ hit }) => kept.has(hit)) : all
  const { gone, ...page } = await firstSeen(seen.filter(isBehind), limit, reader.read)
  const there = seen.flatMap(({ hit }) => (gone.has(hit) ? [] : [hit]))
  // of more hits, `keep` has seen the best alone
  const isCut = keep !== undefined && all.length > maxHits
  return { ...page, counts: countByType(there), truncated: truncated || isCut, words }
}

/** The first things of the hits that the caller may see, as a page, and which are gone; its cursor is a place. */
const firstSeen = async <T>(
  hits: SortedHit[],
  limit: number,
  read: (hits: Hit[]) => Promise<(T | undefined)[]>,
): Promise<ListPage<T> & { hits: Hit[]; gone: Set<Hit> }> => {
  const looked = hits.slice(0, maxHits)
  const items: T[] = []
  const shown: Hit[] = []
  const gone = new Set<Hit>()
  const fills = pageByteLimit()
  let end: string | undefined
  let next: string | null | undefined
  const first = firstHits(limit)
  for (let at = 0; at < looked.length && next === undefined; at += at === 0 ? first : hitsAtOnce) {
    const part = looked.slice(at, at + (at === 0 ? first : hitsAtOnce))
    for (const [index, thing] of (await read(part.map(({ hit }) => hit))).entries()) {
      const { hit, place } = part[index] as SortedHit
      if (thing === undefined) gone.add(hit)
      else if (end !== undefined) next = end
      else {
        items.push(thing)
        shown.push(hit)
        end = items.length === limit || fills(thing) ? place : undefined
      }
    }
  }
  const isCut = hits.length > looked.length
  next ??= isCut ? (end ?? looked.at(-1)?.place ?? null) : null
  return { items, hits: shown, gone, next_cursor: next }
}
