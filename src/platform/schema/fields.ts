import { docs } from '#docs'
import { directionControls } from '../../language/fold.ts'
import * as z from './schema.ts'

/** Maximum length of a name, title or subject. */
const maxNameCharacters = 255

const exampleId = '01990c1e-7a6b-7c52-9b5e-3c1d0f4e8a11'

/**
 * Returns the schema of a UUID in any case, converted to lower case (RFC 9562 section 4). With `abort`, a malformed
 * UUID causes no further issues.
 */
export const uuidField = (params: { abort?: boolean }) =>
  z
    .guid(params)
    .toLowerCase()
    .meta(docs('A UUID.', { examples: [exampleId] }))

/** An ID in a path, query or body. */
export const id = uuidField({})

/**
 * An ID in a response. It is no UUID schema because updates take response fields back (`fixed`), and would reject
 * values that clients could send before.
 */
export const answeredId = z.string().meta(docs('A UUID.', { format: 'uuid', examples: [exampleId] }))

export const answeredText = (maxLength: number) => z.string().meta(docs('A text.', { maxLength }))

/** A name, title or subject in a response. */
export const answeredName = answeredText(maxNameCharacters).meta(docs('A name.'))

/** The title of a resource in a response; a task's title is prefixed with its key. */
export const answeredTitle = answeredText(300).meta(docs('A title.'))

export const answeredCount = z.int().meta(docs('A number.', { minimum: 0 }))

export const answeredSentence = answeredText(10_000).meta(docs('A sentence.'))

export const answeredUrl = z.string().meta(docs('A URL.', { format: 'uri' }))

/** Returns true if an RFC 3339 time has the format of responses: UTC with milliseconds. */
const isResponseTime = (time: string) =>
  time.length === '2026-03-01T09:30:00.000Z'.length && time.endsWith('Z')

/** Returns true if the year has four digits in UTC; RFC 3339 cannot express others. */
const isYearInUtc = (time: string) => {
  if (isResponseTime(time)) return true
  const year = new Date(time).getUTCFullYear()
  return !(year < 0 || year > 9999)
}

/** A time: RFC 3339 with any offset, converted to UTC with milliseconds. */
export const timestamp = z.iso
  .datetime({ offset: true })
  .refine(isYearInUtc, 'must be in the years 0000 to 9999 in UTC')
  .transform((time) => (isResponseTime(time) ? time : new Date(time).toISOString()))
  .meta(docs('A time, RFC 3339.', { examples: ['2026-03-01T09:30:00.000Z'] }))

export const optionalText = z.orNull(z.string())

export const optionalTime = z.orNull(timestamp)

/**
 * Returns the schema of one line of text for people, such as a name: trimmed, 1 to `maxCharacters` characters, at least
 * one of them visible, no control characters, and no direction controls, which could disguise it as another text.
 */
export const line = (maxCharacters: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(maxCharacters)
    .refine(
      (text) => !/[\p{Cc}\p{Zl}\p{Zp}]|^\p{Cf}+$/u.test(text),
      'must not have line breaks or other control characters',
    )
    .refine(
      (text) => text.search(directionControls) < 0,
      'must not have characters that change the text direction (U+202A to U+202E, U+2066 to U+2069)',
    )

/** Returns the schema of an array in a response without pages. */
export const answeredArray = <T extends z.ZodType>(item: T, maxItems: number) =>
  z.array(item).meta(docs('A list.', { maxItems }))

/** A person in a response; the name is a copy from the last change of the resource. */
export const Person = z.described(docs('A person.', { id: 'Person' }), {
  id: answeredId.meta(docs('ID of the person.')),
  name: answeredName.meta(docs('Name as of the last change of the resource.')),
})

/** Last fields of every resource that can be updated. */
export const versioned = {
  version: z
    .int()
    .min(1)
    .meta(docs('Version number, starting at 1; also the `ETag`.', { examples: [1] })),
  created_at: timestamp.meta(docs('Time of creation.')),
  updated_at: timestamp.meta(docs('Time of the last change.')),
}

export const pathNumber = () =>
  z
    .string()
    .regex(/^\d{1,9}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.int().min(1))

export const maxCount = 100

/** Returns the schema of a count with the maximum value `most`. */
export const countSchema = (what: string, most = maxCount) =>
  z
    .int()
    .max(most)
    .meta(docs(`${what}: exact up to ${most - 1}; ${most} means ${most} or more.`, { minimum: 0 }))

/** Returns the schema of a list in a body with a maximum length; empty by default. */
export const upTo = <T extends z.ZodType>(most: number, item: T) => z.array(item).max(most).default([])

/** Returns the schema of a field that a body may contain, because GET returns it, but that has no effect. */
export const ignored = () =>
  z
    .unknown()
    .optional()
    .meta(docs('Ignored.', { readOnly: true }))

/** Returns the schema of a text that is not only white space. */
export const nonBlank = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .refine((text) => text.trim() !== '', 'must not be empty')

/** Returns the schema of the IDs of people mentioned in a text. */
export const mentionedIds = () =>
  upTo(20, id).meta(docs('IDs of people mentioned, at most 20; they are notified.'))

/** Returns the schema of the position of a resource among its siblings. */
export const position = () =>
  z
    .number()
    .min(-1e9)
    .max(1e9)
    .overwrite((position) => Math.round(position * 1e6) / 1e6 + 0)
    .default(0)
    .meta(
      docs(
        'Position among its siblings, ascending; with up to six decimal places, to insert an item between two ' +
          'others.',
        { examples: [1] },
      ),
    )
