import { readList, type ListPage, type PageRequest, type Source } from './list.ts'

/** How many rows are looked at for a page. */
const maxRows = 1_000

/** Minimum number of rows read at once after the first read of one row more than the page has. */
const rowsAtOnce = 100

/** What a list of rows leads to: `orderOf` is the sort key of a row, `load` finds what the caller may see of some. */
interface Visible<R, T> {
  /** Key ranges, or rows that are already loaded. */
  sources: Source<R>[] | ((page: PageRequest) => ListPage<R>)
  /** Filters the rows of key ranges before they are loaded. */
  keep?: ((row: R) => boolean) | undefined
  orderOf: (row: R) => string
  load: (rows: R[]) => Promise<(T | undefined)[]>
}

/**
 * A page of what rows lead to and the caller may see. It is looked whether another thing comes behind, so that what
 * they may not see does not show as a next page; after 1 000 rows it may be short. One round trip for the rows and
 * those of `load`, again each time all rows so far are passed over, for twice as many.
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
    // filtered rows are all that the call may look at
    looked += keep ? maxRows : rows.items.length
  }
  return { items, next_cursor: end ?? next ?? null }
}
