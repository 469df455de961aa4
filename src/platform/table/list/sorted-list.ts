import { readList, type ListPage, type PageRequest, type Source } from './list.ts'

/** How many rows are sorted, the newest ones. */
export const maxSortedRows = 1_000

/** By what a list is sorted that has no key range in this order; things without it come last either way. */
export interface Order<T> {
  by: (thing: T) => string | number | null
  isDescending: boolean
}

/** Where a thing stands in the order: what decides first, and then its id, the newest first. */
type Place = [value: string | number | null, id: string]

const comparePlaces =
  (isDescending: boolean) =>
  ([a, idOfA]: Place, [b, idOfB]: Place): number => {
    if (a === b) return idOfA < idOfB ? 1 : -1
    if (a === null || b === null) return a === null ? 1 : -1
    return a < b === isDescending ? 1 : -1
  }

/** The cursor behind a thing in an order. */
export const placeIn =
  <T extends { id: string }>({ by }: Order<T>) =>
  (thing: T): string =>
    JSON.stringify([by(thing), thing.id] satisfies Place)

/** A page of these things in an order. */
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
 * Returns the newest 1,000 rows of each newest-first source, each once; `truncated` if a source has more. Of what is in
 * several sources, the last one has it. One round trip.
 */
export const readNewest = async <T extends { id: string }>(sources: Source<T>[]) => {
  const read = await Promise.all(sources.map((source) => readList([source], { limit: maxSortedRows })))
  const byId = new Map(read.flatMap(({ items }) => items.map((thing) => [thing.id, thing])))
  return { rows: [...byId.values()], truncated: read.some(({ next_cursor }) => next_cursor !== null) }
}

/** Returns a page of the newest rows (`readNewest`) in an order of their own, without those that `keep` refuses. */
export const readSorted = async <T extends { id: string }>(
  sources: Source<T>[],
  page: PageRequest,
  order: Order<T>,
  keep: (thing: T) => boolean = () => true,
): Promise<ListPage<T> & { truncated: boolean }> => {
  const { rows, truncated } = await readNewest(sources)
  return { ...sortThings(rows.filter(keep), page, order), truncated }
}
