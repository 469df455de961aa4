import { pageByteLimit, type Page, type PageRequest } from '../table/list.ts'
import { maxRows, placeOf, search, type Hit } from './index.ts'

interface Wanted extends PageRequest {
  /** The lists of words to look in; what they have in common is one ranking. */
  scopes: string[]
  q: string
}

/** So many hits are looked at for a page, and so many at once: one more than a page may have. */
const maxHits = 1_000
const hitsAtOnce = 101

/**
 * A page of what `search` finds, as things. `load` reads the things of some hits in their order, undefined for those
 * that are gone or that the caller may not see. At most 1 000 hits are looked at for a page: up to there it is looked
 * whether another thing comes behind it, so that what the caller may not see does not show as a next page. The lists of
 * words share the rows that are read at first; more of them are read only when the page does not end before those do.
 */
export const searchPages = async <T>(
  { scopes, q, limit, cursor }: Wanted,
  load: (hits: (Hit & { scope: string })[]) => Promise<(T | undefined)[]>,
): Promise<Page<T> & { truncated: boolean }> => {
  const pageOf = async (rows: number) => {
    const found = await Promise.all(
      scopes.map(async (scope) => ({ scope, ...(await search(scope, q, rows)) })),
    )
    const hits = found
      .flatMap(({ scope, hits }) => hits.map((hit) => ({ ...hit, scope })))
      .filter((hit) => cursor === undefined || placeOf(hit) < cursor)
      .sort((a, b) => (placeOf(a) < placeOf(b) ? 1 : -1))
    const page = await firstSeen(hits, limit, load)
    const { next_cursor } = page
    const truncated = found.some(({ truncated }) => truncated)
    const isWhole = next_cursor === null ? !truncated : found.every(({ from }) => from <= next_cursor)
    return { isWhole, page: { ...page, truncated } }
  }
  const first = await pageOf(Math.ceil(maxRows / scopes.length))
  return first.isWhole || scopes.length === 1 ? first.page : (await pageOf(maxRows)).page
}

/** The first things of the hits that the caller may see, as a page; its cursor is a place. */
const firstSeen = async <T, H extends Hit>(
  hits: H[],
  limit: number,
  load: (hits: H[]) => Promise<(T | undefined)[]>,
): Promise<Page<T>> => {
  const looked = hits.slice(0, maxHits)
  const items: T[] = []
  const fills = pageByteLimit()
  let end: string | undefined
  for (let at = 0; at < looked.length; at += hitsAtOnce)
    for (const [index, thing] of (await load(looked.slice(at, at + hitsAtOnce))).entries()) {
      if (thing === undefined) continue
      if (end !== undefined) return { items, next_cursor: end }
      items.push(thing)
      if (items.length === limit || fills(thing)) end = placeOf(looked[at + index] as Hit)
    }
  const isCut = hits.length > looked.length
  return { items, next_cursor: isCut ? (end ?? placeOf(looked.at(-1) as Hit)) : null }
}

/** The same in one list of words. */
export const searchPage = <T>(
  { scope, ...wanted }: { scope: string; q: string } & PageRequest,
  load: (hits: Hit[]) => Promise<(T | undefined)[]>,
): Promise<Page<T> & { truncated: boolean }> => searchPages({ ...wanted, scopes: [scope] }, load)
