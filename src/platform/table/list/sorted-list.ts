import { readList, type ListPage, type PageRequest, type Source } from './list.ts'

/** Maximum number of rows to sort; the newest ones count. */
export const maxSortedRows = 1_000

/** Order of a list that has no key range in this order; records without a value come last in both directions. */
export interface Order<T> {
  by: (thing: T) => string | number | null
  isDescending: boolean
}

/** Position in the order: the sort value, and then the ID, newest first. */
type Place = [value: string | number | null, id: string]

const comparePlaces =
  (isDescending: boolean) =>
  ([a, idOfA]: Place, [b, idOfB]: Place): number => {
    if (a === b) return idOfA < idOfB ? 1 : -1
    if (a === null || b === null) return a === null ? 1 : -1
    return a < b === isDescending ? 1 : -1
  }

/** Returns the cursor that follows a record in an order. */
export const placeKey =
  <T extends { id: string }>({ by }: Order<T>) =>
  (thing: T): string =>
    JSON.stringify([by(thing), thing.id] satisfies Place)

/** Returns a page of these records in an order. */
export const sortThings = <T extends { id: string }>(
  things: T[],
  { limit, cursor }: PageRequest,
  { by, isDescending }: Order<T>,
): ListPage<T> => {
  const compare = comparePlaces(isDescending)
  const before = cursor === undefined ? undefined : (JSON.parse(cursor) as Place)
  const rows = things
    .map((thing) => ({ thing, place: [by(thing), thing.id] as Place }))
    .filter(({ place }) => !before || (place[1] !== before[1] && compare(before, place) < 0))
    .sort((a, b) => compare(a.place, b.place))
  const page = rows.slice(0, limit)
  return {
    items: page.map(({ thing }) => thing),
    next_cursor: rows.length > limit ? JSON.stringify(page.at(-1)?.place) : null,
  }
}

/**
 * Returns the newest 1,000 rows of each newest-first source, without duplicates; the last source wins. `truncated` is
 * true if a source has more rows. One round trip.
 */
export const readNewest = async <T extends { id: string }>(sources: Source<T>[]) => {
  const read = await Promise.all(sources.map((source) => readList([source], { limit: maxSortedRows })))
  const byId = new Map(read.flatMap(({ items }) => items.map((thing) => [thing.id, thing])))
  return { rows: [...byId.values()], truncated: read.some(({ next_cursor }) => next_cursor !== null) }
}

/** Returns a page of the newest rows (`readNewest`) in another order, without rows that `keep` rejects. */
export const readSorted = async <T extends { id: string }>(
  sources: Source<T>[],
  page: PageRequest,
  order: Order<T>,
  keep: (thing: T) => boolean = () => true,
): Promise<ListPage<T> & { truncated: boolean }> => {
  const { rows, truncated } = await readNewest(sources)
  return { ...sortThings(rows.filter(keep), page, order), truncated }
}
