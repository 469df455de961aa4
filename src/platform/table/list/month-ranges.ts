import { asIndexed, betweenKeys, readFirst, type Source } from './list.ts'

/** Returns the key ranges of consecutive days by month; the sort keys begin with the day. Rows may be seconds old. */
export const monthRanges = <T>(sources: Source<T>[], days: string[]): Source<T>[][] =>
  [...Map.groupBy(days, (day) => day.slice(0, 7)).values()].map((month) =>
    asIndexed(betweenKeys(sources, month[0] as string, `${month.at(-1)}#\u{10ffff}`)),
  )

/** Reads the first `most` rows of each list, in parallel; `isCut` is true if a list has more. */
export const readEach = async <T>(lists: Source<T>[][], most: number) => {
  const pages = await Promise.all(lists.map((sources) => readFirst(sources, most, most)))
  return { items: pages.flatMap(({ items }) => items), isCut: pages.some(({ isCut }) => isCut) }
}
