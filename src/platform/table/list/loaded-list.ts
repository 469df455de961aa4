import type { ListPage, PageRequest } from './list.ts'

/** Returns a page of records that are already loaded, in ascending order of `sort`. */
export const toListPage = <T>(
  things: T[],
  sort: (thing: T) => string,
  { limit, cursor = '' }: PageRequest,
): ListPage<T> => {
  const rows = things
    .map((thing) => ({ at: sort(thing), thing }))
    .filter(({ at }) => at > cursor)
    .sort((a, b) => (a.at < b.at ? -1 : 1))
  const shown = rows.slice(0, limit)
  return {
    items: shown.map(({ thing }) => thing),
    next_cursor: rows.length > limit ? (shown.at(-1)?.at ?? null) : null,
  }
}
