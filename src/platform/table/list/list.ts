import { queryItems } from '../query.ts'
import type { Item } from '../operation.ts'

/** A key range that a list is read from; all sources of one list have the same order. */
export interface Source<T> {
  index: 'gsi1' | 'gsi2' | undefined
  partition: string
  prefix: string | undefined
  order: 'ascending' | 'descending'
  /** First and last sort key, both inclusive; by default, all of the prefix. */
  from?: string
  to?: string
  /**
   * Beginning of the sort keys in a range of the table itself that is read like an index: perhaps seconds old, for half
   * the read units. Positions omit this beginning, so that the source merges with sources of an index.
   */
  asIndexed?: string
  read: (item: Item) => T
}

/** Returns the same key ranges, read backwards. */
export const newestFirst = <T>(sources: Source<T>[]): Source<T>[] =>
  sources.map((source) => ({ ...source, order: 'descending' }))

/** Returns the same key ranges, read forwards. */
export const oldestFirst = <T>(sources: Source<T>[]): Source<T>[] =>
  sources.map((source) => ({ ...source, order: 'ascending' }))

/** Returns the same key ranges, limited to sort keys between `from` and `to`. */
export const betweenKeys = <T>(sources: Source<T>[], from: string, to: string): Source<T>[] =>
  sources.map((source) => ({ ...source, from, to }))

/** Returns the same key ranges of the table itself, read like those of an index; see {@link Source.asIndexed}. */
export const asIndexed = <T>(sources: Source<T>[], beginning = ''): Source<T>[] =>
  sources.map((source) => ({ ...source, asIndexed: beginning }))

/** The page that a client requests from a list endpoint; `cursor` is a sort key (endpoints receive it unsealed). */
export interface PageRequest {
  limit: number
  cursor?: string | undefined
}

/** A page of a list; `next_cursor` is a sort key, sealed in the response, and null on the last page. */
export interface ListPage<T> {
  items: T[]
  next_cursor: string | null
}

/** Maximum number of rows read from each source for one filtered page. */
const maxFilteredRows = 1_000

/** Default number of rows that `readFirst` reads at a time. */
const maxRowsAtOnce = 1_000

/** Approximate maximum size of a page in bytes of JSON, well within the 6 MB of a Lambda response. */
const maxPageBytes = 4_000_000

/** Returns a function that adds up the bytes of a page, item by item, and returns true once the page is full. */
export const pageByteLimit = () => {
  let bytes = 0
  return (thing: unknown): boolean => (bytes += Buffer.byteLength(JSON.stringify(thing))) > maxPageBytes
}

/** A row of a source, with its sort key. */
interface Row<T> {
  at: string
  item: Item
  source: Source<T>
}

/** Reads the rows of a source after the cursor; `end` is the sort key of the last one if the source has more. */
const readRangeRows = async <T>(source: Source<T>, { cursor }: PageRequest, limit: number) => {
  const { asIndexed = '' } = source
  const query = rangeQuery(source, cursor && asIndexed + cursor, limit)
  // DynamoDB rejects a range that ends before it begins
  const { ':first': first = '', ':last': last = '' } = query.ExpressionAttributeValues
  if (source.from !== undefined && first > last) return { rows: [], end: undefined }
  const { items, last: lastRead } = await queryItems(query)
  const rows: Row<T>[] = items.map((item) => ({
    at: String(item[sortKey(source)]).slice(asIndexed.length),
    item,
    source,
  }))
  return { rows: rows.filter(({ at }) => at !== cursor), end: lastRead && rows.at(-1)?.at }
}

/**
 * Merges the rows of several sources in their order, each position once, up to `cut`: the first end of a source that
 * has more. After it, rows of the other sources would come too early.
 */
const mergeRows = <T>(
  read: { rows: Row<T>[]; end: string | undefined }[],
  isBefore: (a: string, b: string) => boolean,
) => {
  const inOrder = (a: string, b: string) => (a === b ? 0 : isBefore(a, b) ? -1 : 1)
  const [cut] = read.flatMap(({ end }) => end ?? []).sort(inOrder)
  const rows = read
    .flatMap(({ rows }) => rows)
    .filter(({ at }) => cut === undefined || !isBefore(cut, at))
    .sort((a, b) => inOrder(a.at, b.at))
    .filter(({ at }, index, all) => at !== all[index - 1]?.at)
  return { rows, cut }
}

/** Returns true if a row belongs to the list. */
type Keep<T> = (thing: T) => boolean

/**
 * Reads one page of the `sources`, merged in their order, in one sequential round trip for any number of rows. With the
 * filter `keep`, reads at most 1,000 rows or 1 MB of each source, so that a page may be short, or even empty, although
 * there is a `next_cursor`. A promise of the filter is awaited concurrently with the reads. `maxRows` reduces the rows
 * read if the filter keeps most of them.
 */
export const readList = async <T>(
  sources: Source<T>[],
  page: PageRequest,
  keep?: Keep<T> | Promise<Keep<T>>,
  maxRows = maxFilteredRows,
): Promise<ListPage<T>> => {
  const isDescending = sources[0]?.order === 'descending'
  const isBefore = (a: string, b: string) => (isDescending ? a > b : a < b)
  // one row more than requested shows whether there are more; another one may be the row of the cursor
  const limit = keep ? maxRows : page.limit + 2
  const [isWanted, ...read] = await Promise.all([
    keep,
    ...sources.map((source) => readRangeRows(source, page, limit)),
  ])
  const { rows, cut } = mergeRows(read, isBefore)

  const items: T[] = []
  const fills = pageByteLimit()
  for (const [index, { at, item, source }] of rows.entries()) {
    const thing = source.read(item)
    const isKept = !isWanted || isWanted(thing)
    if (isKept) items.push(thing)
    if (items.length !== page.limit && !(isKept && fills(thing))) continue
    const others = rows.slice(index + 1)
    const isMore = isWanted
      ? others.some(({ item, source }) => isWanted(source.read(item)))
      : others.length > 0
    return { items, next_cursor: isMore || cut !== undefined ? at : null }
  }
  return { items, next_cursor: cut ?? null }
}

/**
 * Reads the first `most` records of the `sources` in their order, with one round trip per `atOnce` rows, by default
 * 1,000, or 1 MB; `isCut` is true if there are more.
 */
export const readFirst = async <T>(sources: Source<T>[], most: number, atOnce = maxRowsAtOnce) => {
  const items: T[] = []
  let cursor: string | undefined
  do {
    const page = await readList(sources, { limit: Math.min(most - items.length, atOnce), cursor })
    items.push(...page.items)
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined && items.length < most)
  return { items, isCut: cursor !== undefined }
}

/** Reads all records of the `sources` in their order, with one round trip per 1,000 rows or 1 MB. */
export const readAll = async <T>(sources: Source<T>[]): Promise<T[]> =>
  (await readFirst(sources, Infinity)).items

const sortKey = ({ index }: Source<unknown>) => (index ? `${index}sk` : 'sk')

/** Returns the Query of a source's rows after the cursor. */
export const rangeQuery = (source: Source<unknown>, cursor: string | undefined, Limit: number) => {
  const { index, partition, prefix = '', order, from, to, asIndexed } = source
  const isDescending = order === 'descending'
  const isBehind = (bound: string | undefined) =>
    cursor !== undefined && !(bound !== undefined && (isDescending ? cursor > bound : cursor < bound))
  const first = !isDescending && isBehind(from) ? cursor : (from ?? (prefix === '' ? '\u0000' : prefix))
  const last = isDescending && isBehind(to) ? cursor : (to ?? `${prefix}\u{10ffff}`)
  return {
    ...(index ? { IndexName: index } : { ConsistentRead: asIndexed === undefined }),
    KeyConditionExpression: '#pk = :pk AND #sk BETWEEN :first AND :last',
    ExpressionAttributeNames: { '#pk': index ? `${index}pk` : 'pk', '#sk': sortKey(source) },
    ExpressionAttributeValues: { ':pk': partition, ':first': first, ':last': last },
    ScanIndexForward: !isDescending,
    Limit,
  }
}
