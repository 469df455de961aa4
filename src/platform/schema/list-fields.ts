import { docs } from '#docs'
import { answeredArray, answeredText, uuidField } from './fields.ts'
import * as z from './schema.ts'

export const queryInteger = (min: number, max: number) =>
  z
    .string()
    .regex(/^-?\d{1,15}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.int().min(min).max(max))

export const queryBoolean = z
  .enum(['true', 'false'])
  .transform((value) => value === 'true')
  .pipe(z.boolean())

/**
 * Returns the schema of several values of a filter, which request-validation.ts splits; an item matches if it has one
 * of them. At most 50 by default; `most` may be null for an enum, whose values are the limit.
 */
export const queryValues = <T extends z.ZodType>(value: T, most: number | null = 50) =>
  most === null ? z.array(value) : z.array(value).max(most)

/** Returns the schema of the sort orders of a list: ascending, or descending with a leading `-`. */
export const querySort = <Name extends string>(...names: Name[]) =>
  z.enum(names.flatMap((name) => [name, `-${name}`] as const) as [Name, ...(Name | `-${Name}`)[]])

/** Splits a `sort` into the name of the field and the direction. */
export const parseSort = <Sort extends string>(sort: Sort) => ({
  name: sort.replace('-', '') as Sort extends `-${infer Name}` ? Name : Sort,
  isDescending: sort.startsWith('-'),
})

/** Returns true if a filter is absent or contains the value. */
export const isAmong = <T>(wanted: readonly T[] | undefined, value: T): boolean =>
  wanted === undefined || wanted.includes(value)

/** Returns the schema of an ID in a filter, or one of these keywords. */
export const idOr = (...words: string[]) =>
  z.union(
    // if neither matches, the message covers both
    [z.enum(words as [string, ...string[]]), uuidField({ abort: true })],
    `must be ${['a UUID', ...words.slice(0, -1)].join(', ')} or ${words.at(-1)}`,
  )

/** Returns the schema of a person in a filter: an ID, `me`, or one of the other keywords. */
export const personOr = (...words: string[]) => idOr('me', ...words)

/** Returns the IDs of the people in a filter; `me` is the caller. */
export const personIds = (people: string[] | undefined, caller: { id: string }): string[] | undefined =>
  people && [...new Set(people.map((person) => (person === 'me' ? caller.id : person)))]

/** Maximum number of items on a page of a list. */
const maxItems = 100

/** Maximum length of a cursor, in characters. */
const maxCursorCharacters = 4_096

/** Maximum number of resources of each kind on the home screen. */
export const homeItems = 5

/** Returns the schema of the query of a list: its filters, `limit` and `cursor`. */
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

/** Returns the schema of the response of a list. Summaries omit large fields; the item's schema defines which. */
export const listOf = <T extends z.ZodType>(item: T) =>
  z.object({
    items: answeredArray(item, maxItems).meta(docs('Items of this page, in order.')),
    next_cursor: answeredText(maxCursorCharacters)
      .nullable()
      .meta(docs('Cursor of the next page; null only on the last page.')),
  })

/** Returns the schema of the response of a searchable list. */
export const searchableListOf = <T extends z.ZodType>(item: T) =>
  listOf(item).extend({
    truncated: z
      .boolean()
      .default(false)
      .meta(
        docs(
          'Only the newest were considered: 2,000 matches of a very common word, or 1,000 items if `sort` has ' +
            'to compare all items.',
        ),
      ),
  })

/** Search terms, as `q` and as `search`. */
export const words = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .meta(
    docs(
      'Words in any form, or the beginning of one. Most of the words must match. Case and accents are ignored.',
    ),
  )
