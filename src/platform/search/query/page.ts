import { pageByteLimit, type ListPage, type PageRequest } from '../../table/list/list.ts'
import type { Readable } from './matches.ts'
import { makeHitOrder, type Hit, type SortedHit } from './hit-order.ts'
import { search, type Query, type Ranking } from './query.ts'
import type { QueryWord } from './query-words.ts'
import { readAhead } from './read-ahead.ts'

export type { Readable } from './matches.ts'
export type { Hit } from './hit-order.ts'

export interface WordSearch extends PageRequest {
  /** Scopes to search; all of them share one ranking. */
  scopes: string[]
  q: string
  /** Container of the wanted resources, if only one is searched. */
  container?: string | undefined
  loadSynonyms?: Query['loadSynonyms']
  isBrief?: boolean
  /** Sorts the newest resources first, regardless of their fit. */
  sort?: 'newest' | undefined
  /** Filters at most 1,000 hits by criteria other than their words. */
  keep?: (hits: Hit[]) => Promise<Hit[]>
  /** Returns true if a hit probably passes the filter, without a lookup; such hits are loaded in advance. */
  isLikely?: (hit: Hit) => boolean
}

/**
 * A page of results. `counts` is the number of resources per type that the reader may read, up to 100 each, without
 * those that turned out to be deleted when they were loaded for the page.
 */
type FoundPage<T> = ListPage<T> & {
  /** Hits of the items, in their order. */
  hits: Hit[]
  truncated: boolean
  counts: Record<string, number>
  /** Words of the query that count. */
  words: QueryWord[]
}

const maxCount = 100

const countByType = (hits: Hit[]): Record<string, number> =>
  Object.fromEntries(
    [...Map.groupBy(hits, ({ type }) => type)].map(([type, own]) => [type, Math.min(maxCount, own.length)]),
  )

/** Maximum number of hits examined for a page, and the number loaded at once after the first ones. */
const maxHits = 1_000
const hitsAtOnce = 101

/** Returns the number of hits to load first: one more than the page has, or all hits if they are to be sorted. */
const firstHits = (limit: number) => (limit < hitsAtOnce ? limit + 1 : limit)

/** Loads the resources of hits, in their order; undefined for those that are deleted or that the caller may not see. */
export type Load<T> = (hits: Hit[], words: QueryWord[]) => Promise<(T | undefined)[]>

/**
 * Returns a page of the results of `search` as resources. Loads the probable results while the access to all results is
 * checked. Examines at most 1,000 hits for a page: up to that limit, it looks for a visible resource beyond the page,
 * so that resources the caller may not see never cause a next page.
 */
export const searchByWords = async <T>(
  { scopes, limit, cursor, sort, keep, isLikely = () => true, ...asked }: WordSearch,
  load: Load<T>,
  readable?: Readable,
): Promise<FoundPage<T>> => {
  const first = firstHits(limit)
  const { placesOf, isBehind } = makeHitOrder(sort, cursor)
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
    ...asked,
    scopes: [...new Set(scopes)],
    readable,
    ...(!keep && { onGuess }),
  }
  const { things, words, truncated } = await search(query)
  known = words
  const all = placesOf(things)
  const kept = keep && new Set(await keep(all.slice(0, maxHits).map(({ hit }) => hit)))
  const seen = kept ? all.filter(({ hit }) => kept.has(hit)) : all
  const { gone, ...page } = await firstSeen(seen.filter(isBehind), limit, reader.read)
  const there = seen.flatMap(({ hit }) => (gone.has(hit) ? [] : [hit]))
  // if there are more hits, `keep` has only seen the best ones
  const isCut = keep !== undefined && all.length > maxHits
  return { ...page, counts: countByType(there), truncated: truncated || isCut, words }
}

/**
 * Returns the first resources of the hits that the caller may see, as a page whose cursor is a place, and the hits
 * whose resources are deleted.
 */
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
