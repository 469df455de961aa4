import { fullness, type Page, type PageRequest } from './list.ts'
import { placeOf, search, type Hit } from './search-index.ts'

interface Wanted extends PageRequest {
  /** The lists of words to look in; what they have in common is one ranking. */
  scopes: string[]
  q: string
}

/** So many hits are looked at for a page. */
const mostHits = 1_000

/**
 * A page of what `search` finds, as things. `load` reads the things of some hits in their order, undefined for those
 * that are gone or that the caller may not see. At most 1 000 hits are looked at for a page.
 */
export const searchPages = async <T>(
  { scopes, q, limit, cursor }: Wanted,
  load: (hits: (Hit & { scope: string })[]) => Promise<(T | undefined)[]>,
): Promise<Page<T> & { truncated: boolean }> => {
  const found = await Promise.all(scopes.map(async (scope) => ({ scope, ...(await search(scope, q)) })))
  const hits = found
    .flatMap(({ scope, hits }) => hits.map((hit) => ({ ...hit, scope })))
    .filter((hit) => cursor === undefined || placeOf(hit) < cursor)
    .sort((a, b) => (placeOf(a) < placeOf(b) ? 1 : -1))
  const items: T[] = []
  const fills = fullness()
  let isFull = false
  let at = 0
  while (!isFull && at < hits.length && at < mostHits) {
    const things = await load(hits.slice(at, at + 100))
    for (const thing of things) {
      at++
      if (thing !== undefined) items.push(thing)
      isFull = items.length === limit || (thing !== undefined && fills(thing))
      if (isFull) break
    }
  }
  const last = hits[at - 1]
  return {
    items,
    next_cursor: last && at < hits.length ? placeOf(last) : null,
    truncated: found.some(({ truncated }) => truncated),
  }
}

/** The same in one list of words. */
export const searchPage = <T>(
  { scope, ...wanted }: { scope: string; q: string } & PageRequest,
  load: (hits: Hit[]) => Promise<(T | undefined)[]>,
): Promise<Page<T> & { truncated: boolean }> => searchPages({ ...wanted, scopes: [scope] }, load)
