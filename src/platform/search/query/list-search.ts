import type { ListPage } from '../../table/list/list.ts'
import { maxSortedRows, sortThings, type Order } from '../../table/list/sorted-list.ts'
import type { Load, Readable, searchByWords as search, WordSearch } from './page.ts'

/** As `searchByWords` of page.ts, which is loaded when there are words: most lists are asked for without any. */
export const searchPages: typeof search = async (...wanted) =>
  (await import('./page.ts')).searchByWords(...wanted)

/** The same in an `order`, if given: that of the best 1,000 matches, `truncated` if there are more. */
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
