import { docs } from '#docs'
import { hashSecret } from '../platform/runtime/secret.ts'
import { epochSeconds } from '../platform/runtime/time.ts'
import { answeredArray, answeredCount } from '../platform/schema/fields.ts'
import { queryInteger } from '../platform/schema/list-fields.ts'
import * as z from '../platform/schema/schema.ts'
import { entity } from '../platform/table/entity.ts'
import { betweenKeys, readList, type ListPage, type Source } from '../platform/table/list/list.ts'
import { writeItem } from '../platform/table/table.ts'
import { projectionQuery } from './projection.ts'
import { invalidValue, maxResources, filterTooBroad, urn, urns } from './protocol.ts'

const anyInteger = () => queryInteger(-999_999_999, 999_999_999)

/** Query of a list (RFC 7644 section 3.4.2). */
export const scimListQuery = z.looseObject({
  filter: z
    .string()
    .max(10_000)
    .optional()
    .meta(
      docs(
        'Comparisons with `eq`, joined by `and`: on `id`, `userName`, `externalId`, `emails.value`, ' +
          '`displayName` and `active` of users, and on `id`, `externalId`, `displayName` and `members` of ' +
          'groups. Any other attribute, such as `manager`, can be added to one of the first four of users.',
      ),
    ),
  startIndex: anyInteger().default(1).meta(docs('Index of the first result, starting at 1.')),
  count: anyInteger().default(maxResources).meta(docs('Number of results per page, at most 200.')),
  ...projectionQuery,
})

type ListQuery = z.output<typeof scimListQuery>

/** Returns the response schema of a list. */
export const scimListSchema = <R extends z.ZodType>(resource: R) =>
  z.object({
    schemas: urns(1),
    totalResults: z
      .int()
      .meta(
        docs(
          'Number of results; exact if at most 1,000 follow `startIndex`, otherwise a larger number than that.',
          { minimum: 0 },
        ),
      ),
    startIndex: z.int().meta(docs('Index of the first result.', { minimum: 1 })),
    itemsPerPage: answeredCount.meta(docs('Number of results on this page.')),
    Resources: answeredArray(resource, maxResources).meta(docs('The results on this page.')),
  })

interface Found<T> {
  items: T[]
  totalResults: number
}

/** Returns a page of resources in the form of a list response. */
export const toListResponse = <R>(
  { startIndex }: Pick<ListQuery, 'startIndex'>,
  resources: R[],
  totalResults: number,
) => ({
  schemas: [urn.list],
  totalResults,
  startIndex: Math.max(1, startIndex),
  itemsPerPage: resources.length,
  Resources: resources,
})

const requestedCount = ({ count }: ListQuery) => Math.min(Math.max(count, 0), maxResources)

/** Returns the requested page of a complete list. */
export const pageOfAll = <T>(all: T[], query: ListQuery): Found<T> => {
  const from = Math.max(1, query.startIndex) - 1
  return { items: all.slice(from, from + requestedCount(query)), totalResults: all.length }
}

/** Number of rows read for a page; up to this position, a page is found by counting. */
const maxRows = 1_000

/** Maximum number of reads for a page if few rows match the filter. */
const maxReads = 10

/** Position in a list at which a directory's next page begins, if it is too far to be counted each time. */
const placesInList = entity({
  name: 'scim.place',
  isInternal: true,
  schema: z.object({ list: z.string(), startIndex: z.int(), cursor: z.string(), expires_at: z.int() }),
  key: ({ list, startIndex }: { list: string; startIndex: number }) => ({
    pk: `scim-list#${list}`,
    sk: `place#${startIndex}`,
  }),
  expires: ({ expires_at }) => expires_at,
})

/** Time in seconds for which a directory can continue a list. */
const placeSeconds = 3_600

const outOfOrder = () => invalidValue('startIndex', 'must be 1 or the index after the previous page')

/** Returns the recorded position at which the page begins. */
const findCursor = async (list: string, startIndex: number): Promise<string | undefined> => {
  const place = startIndex === 1 ? undefined : await placesInList.find({ list, startIndex })
  if (place && place.expires_at > epochSeconds()) return place.cursor
  if (startIndex > maxRows) throw outOfOrder()
  return undefined
}

/** Returns up to 1,000 matching rows, and at least one if there is one; throws 400 if too many rows do not match. */
const readMatchingRows = async <T>(
  sources: Source<T>[],
  cursor: string | undefined,
  keep: (thing: T) => boolean,
) => {
  let page: ListPage<T> = { items: [], next_cursor: cursor ?? null }
  for (let reads = 0; reads < maxReads; reads += 1) {
    page = await readList(sources, { limit: maxRows, cursor: page.next_cursor ?? undefined }, keep)
    if (page.items.length > 0 || page.next_cursor === null) return page
  }
  throw filterTooBroad()
}

interface List<T> {
  /** Name of the list, with its reader. */
  id: string
  sources: Source<T>[]
  keep: (thing: T) => boolean
  /** Returns the sort key of an item. */
  placeOf: (thing: T) => string
}

/**
 * Returns a page of a list by the index of its first item. The first 1,000 are counted; further pages must be read in
 * order, and each records where the next one begins, so that none costs more than the first (decision 0052).
 */
export const readPageAt = async <T>(
  { id, sources, keep, placeOf }: List<T>,
  query: ListQuery,
): Promise<Found<T>> => {
  const startIndex = Math.max(1, query.startIndex)
  const names = JSON.stringify([id, query.filter, sources.map(({ partition, from }) => [partition, from])])
  const list = hashSecret(names)
  const cursor = await findCursor(list, startIndex)
  const { items: rows, next_cursor } = await readMatchingRows(sources, cursor, keep)
  const [first, counted] = cursor === undefined ? [startIndex - 1, 0] : [0, startIndex - 1]
  const items = rows.slice(first, first + requestedCount(query))
  const [next, last] = [startIndex + items.length, items.at(-1)]
  if (last === undefined && first >= rows.length && next_cursor !== null) throw outOfOrder()
  const isEnd = first + items.length === rows.length
  if (last !== undefined && (isEnd ? next_cursor !== null : next > maxRows))
    await writeItem(
      placesInList.toPut({
        list,
        startIndex: next,
        cursor: placeOf(last),
        expires_at: epochSeconds() + placeSeconds,
      }),
    )
  return { items, totalResults: counted + rows.length + (next_cursor === null ? 0 : 1) }
}

/** Returns the part of a list by name whose items have this name, regardless of case and accents. */
export const named = <T>(sources: Source<T>[], sortableName: string): Source<T>[] =>
  betweenKeys(sources, sortableName, `${sortableName}\u{10ffff}`)
