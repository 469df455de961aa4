import { docs } from '#docs'
import { answeredArray, answeredText, uuidField } from './fields.ts'
import * as z from './schema.ts'

/** A whole number in a query. */
export const queryInteger = (min: number, max: number) =>
  z
    .string()
    .regex(/^-?\d{1,15}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.int().min(min).max(max))

/** A yes or no in a query. */
export const queryBoolean = z
  .enum(['true', 'false'])
  .transform((value) => value === 'true')
  .pipe(z.boolean())

/**
 * Several values of a filter, which request-validation.ts takes apart; what has one of them passes. At most 50 by
 * default; of an enum there are never more than it has, so `most` may be null.
 */
export const queryValues = <T extends z.ZodType>(value: T, most: number | null = 50) =>
  most === null ? z.array(value) : z.array(value).max(most)

/** What a list may be sorted by: ascending, and descending with `-` in front. */
export const querySort = <Name extends string>(...names: Name[]) =>
  z.enum(names.flatMap((name) => [name, `-${name}`] as const) as [Name, ...(Name | `-${Name}`)[]])

/** What a `sort` says: the name, and whether `-` is in front of it. */
export const parseSort = <Sort extends string>(sort: Sort) => ({
  name: sort.replace('-', '') as Sort extends `-${infer Name}` ? Name : Sort,
  isDescending: sort.startsWith('-'),
})

/** Whether a value is among those of a filter; any is where there is no filter. */
export const isAmong = <T>(wanted: readonly T[] | undefined, value: T): boolean =>
  wanted === undefined || wanted.includes(value)

/** A person in a filter, whom `me` names as well, or one of some other words. */
export const personOr = (...words: string[]) => {
  const known = ['me', ...words]
  return z.union(
    // where neither fits, what is wrong is told of both
    [z.enum(known as [string, ...string[]]), uuidField({ abort: true })],
    `must be ${['a UUID', ...known.slice(0, -1)].join(', ')} or ${known.at(-1)}`,
  )
}

/** The people of a filter by their ids: `me` is the caller. */
export const personIds = (people: string[] | undefined, caller: { id: string }): string[] | undefined =>
  people && [...new Set(people.map((person) => (person === 'me' ? caller.id : person)))]

/** How many items a page of a list has at most. */
const maxItems = 100

/** How long a cursor is at most, in characters. */
const maxCursorCharacters = 4_096

/** How many things of each kind a first screen shows. */
export const homeItems = 5

/** The query of a list: its filters, `limit` and `cursor`. */
export const listQuery = <F extends z.ZodRawShape>(filters: F = {} as F) =>
  z.strictObject({
    ...filters,
    limit: queryInteger(1, maxItems).default(50).meta(docs('Maximum number of items.')),
    cursor: z
      .string()
      .max(maxCursorCharacters)
      .optional()
      .meta(docs('The `next_cursor` of the previous page.')),
  })

/** The answer of a list. Summaries leave out what is heavy; the item's schema says which fields there are. */
export const listOf = <T extends z.ZodType>(item: T) =>
  z.object({
    items: answeredArray(item, maxItems).meta(docs('Items of this page, in order.')),
    next_cursor: answeredText(maxCursorCharacters)
      .nullable()
      .meta(docs('Cursor of the next page; null on the last page, and only there.')),
  })

/** The answer of a list that can be searched. */
export const searchableListOf = <T extends z.ZodType>(item: T) =>
  listOf(item).extend({
    truncated: z
      .boolean()
      .default(false)
      .meta(
        docs(
          'Only the newest were considered: 2 000 matches of a very common word, or 1 000 items where `sort` has to ' +
            'look at all of them.',
        ),
      ),
  })

/** Words to search for, as `q` and as `search`. */
export const words = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .meta(
    docs('Words in any form, or the beginning of one; most of them suffice. Case and accents are ignored.'),
  )
