import type { ListPage } from '../../table/list/list.ts'
import { maxSortedRows, sortThings, type Order } from '../../table/list/sorted-list.ts'
import type { Load, Readable, searchByWords as search, WordSearch } from './page.ts'

/** Calls `searchByWords` of page.ts, which is loaded on demand because most list requests contain no words. */
export const searchPages: typeof search = async (...wanted) =>
  (await import('./page.ts')).searchByWords(...wanted)

/**
 * Like `searchPages`, but sorts the best 1,000 matches by `order` if it is given; `truncated` is true if there are more
 * matches.
 */
export const searchSorted = async <T extends { id: string }>(
  wanted: WordSearch,
  order: Order<T> | undefined,
  load: Load<T>,
  readable?: Readable,
): Promise<ListPage<T> & { truncated: boolean }> => {
  if (!order) return searchPages(wanted, load, readable)
  const best = { ...wanted, limit: maxSortedRows, cursor: undefined }
  const { items, ...found } = await searchPages(best, load, readable)
  const truncated = found.truncated || found.next_cursor !== null
  return { ...found, ...sortThings(items, wanted, order), truncated }
}
