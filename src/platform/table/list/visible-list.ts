import { readList, type ListPage, type PageRequest, type Source } from './list.ts'

/** Maximum number of rows read for a page. */
const maxRows = 1_000

/** Minimum number of rows per read after the first one, which reads one row more than the page has. */
const rowsAtOnce = 100

/**
 * Source of a list of records behind rows: `orderOf` returns the sort key of a row, `load` returns the records that the
 * caller may see.
 */
interface Visible<R, T> {
  /** Key ranges, or a function that returns pages of rows already loaded. */
  sources: Source<R>[] | ((page: PageRequest) => ListPage<R>)
  /** Filters the rows of key ranges before they are loaded. */
  keep?: ((row: R) => boolean) | undefined
  orderOf: (row: R) => string
  load: (rows: R[]) => Promise<(T | undefined)[]>
}

/**
 * Returns a page of the records behind rows, without records that the caller may not see. Searches for one record
 * beyond the page, so that an invisible record never causes a next page; after 1,000 rows, the page may be short. Takes
 * one round trip for the rows plus the round trips of `load`, and repeats both with twice as many rows while the page
 * is incomplete.
 */
export const readVisible = async <R, T>(
  { sources, keep, orderOf, load }: Visible<R, T>,
  { limit, cursor }: PageRequest,
): Promise<ListPage<T>> => {
  const items: T[] = []
  let end: string | undefined
  let next = cursor
  for (let looked = 0; looked < maxRows;) {
    const part = { limit: looked === 0 ? limit + 1 : Math.max(rowsAtOnce, looked), cursor: next }
    const rows =
      typeof sources === 'function'
        ? sources(part)
        : await readList(sources, part, keep, Math.ceil(maxRows / sources.length))
    const things = await load(rows.items)
    for (const [index, row] of rows.items.entries()) {
      const thing = things[index]
      if (thing === undefined) continue
      if (end !== undefined) return { items, next_cursor: end }
      items.push(thing)
      if (items.length === limit) end = orderOf(row)
    }
    if (rows.next_cursor === null) return { items, next_cursor: null }
    next = rows.next_cursor
    // with a filter, one read uses up all the rows that the call may read
    looked += keep ? maxRows : rows.items.length
  }
  return { items, next_cursor: end ?? next ?? null }
}
