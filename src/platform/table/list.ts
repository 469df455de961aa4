import { createHash } from 'node:crypto'
import { environment } from '../runtime/environment.ts'
import { queryItems } from './table.ts'
import type { Item } from './operation.ts'

/** One key range to read a list from; a list may have several, in the same order. */
export interface Source<T> {
  index: 'gsi1' | 'gsi2' | undefined
  partition: string
  prefix: string | undefined
  order: 'ascending' | 'descending'
  read: (item: Item) => T
}

/** The same ranges, read from the end. */
export const newestFirst = <T>(sources: Source<T>[]): Source<T>[] =>
  sources.map((source) => ({ ...source, order: 'descending' }))

/** What a list endpoint's query asks for; `cursor` is a position in the range (endpoints get it unsealed). */
export interface PageRequest {
  limit: number
  cursor?: string | undefined
}

/** A page of a list; `next_cursor` is a position, sealed on its way out, and null at the end. */
export interface Page<T> {
  items: T[]
  next_cursor: string | null
}

/** How many rows are read at most for one page when filters leave some of them out. */
const maxFilteredRows = 1_000

/** A page ends at about as many bytes of JSON, well within the 6 MB that a Lambda function answers. */
const maxPageBytes = 4_000_000

/** Adds up what is put on a page, thing by thing; true once the page is full. */
export const pageByteLimit = () => {
  let bytes = 0
  return (thing: unknown): boolean => (bytes += Buffer.byteLength(JSON.stringify(thing))) > maxPageBytes
}

/** The partition of `range` in which the thing `id` stands, or without an id all of them. */
export function sharded(range: string, id: string): string
export function sharded(range: string): string[]
export function sharded(range: string, id?: string): string | string[] {
  if (id === undefined)
    return Array.from({ length: environment.listShards }, (_, shard) => `${range}#${shard}`)
  return `${range}#${createHash('sha256').update(id).digest().readUInt32BE() % environment.listShardsWritten}`
}

/**
 * One page of the `sources` merged in their order, in one sequential round trip however many rows it has.
 * With `keep`, rows that fail it are left out: at most 1 000 rows or 1 MB of each source are looked at,
 * so that the page may be short while there is a `next_cursor`.
 */
export const readList = async <T>(
  sources: Source<T>[],
  { limit, cursor }: PageRequest,
  keep?: (thing: T) => boolean,
): Promise<Page<T>> => {
  const descending = sources[0]?.order === 'descending'
  const isBefore = (a: string, b: string) => (descending ? a > b : a < b)
  const pages = await Promise.all(
    sources.map(async (source) => {
      // one more than asked for tells whether there is more; another one may be the cursor's own row
      const query = rangeQuery(source, cursor, descending, keep ? maxFilteredRows : limit + 2)
      const { items, last } = await queryItems(query)
      const rows = items.map((item) => ({ at: String(item[sortKey(source)]), item, source }))
      return { rows: rows.filter(({ at }) => at !== cursor), end: last && rows.at(-1)?.at }
    }),
  )

  // beyond the point where a source was cut, rows of the others would come too early
  const cuts = pages.flatMap(({ end }) => (end === undefined ? [] : [end]))
  const cut = cuts.reduce<string | undefined>(
    (a, b) => (a === undefined || isBefore(b, a) ? b : a),
    undefined,
  )
  const rows = pages
    .flatMap(({ rows }) => rows)
    .filter(({ at }) => cut === undefined || !isBefore(cut, at))
    .sort((a, b) => (a.at === b.at ? 0 : isBefore(a.at, b.at) ? -1 : 1))

  const items: T[] = []
  const fills = pageByteLimit()
  for (const [index, { at, item, source }] of rows.entries()) {
    const thing = source.read(item)
    const isKept = !keep || keep(thing)
    if (isKept) items.push(thing)
    const isLast = index === rows.length - 1
    if (items.length === limit || (isKept && fills(thing)))
      return { items, next_cursor: isLast && cut === undefined ? null : at }
  }
  return { items, next_cursor: cut ?? null }
}

/** A page of things that are all at hand, in ascending order of `sort`. */
export const pageOf = <T>(
  things: T[],
  sort: (thing: T) => string,
  { limit, cursor = '' }: PageRequest,
): Page<T> => {
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

/** How many rows a source has, counted up to `limit`. */
export const countRows = async (source: Source<unknown>, limit: number): Promise<number> => {
  const { count } = await queryItems({ ...rangeQuery(source, undefined, false, limit), Select: 'COUNT' })
  return count
}

const sortKey = ({ index }: Source<unknown>) => (index ? `${index}sk` : 'sk')

const rangeQuery = (
  source: Source<unknown>,
  cursor: string | undefined,
  descending: boolean,
  Limit: number,
) => {
  const { index, partition, prefix = '' } = source
  const first = !descending && cursor !== undefined ? cursor : prefix === '' ? '\u0000' : prefix
  const last = descending && cursor !== undefined ? cursor : `${prefix}\u{10ffff}`
  return {
    ...(index ? { IndexName: index } : { ConsistentRead: true }),
    KeyConditionExpression: '#pk = :pk AND #sk BETWEEN :first AND :last',
    ExpressionAttributeNames: { '#pk': index ? `${index}pk` : 'pk', '#sk': sortKey(source) },
    ExpressionAttributeValues: { ':pk': partition, ':first': first, ':last': last },
    ScanIndexForward: !descending,
    Limit,
  }
}
