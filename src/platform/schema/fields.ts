import { docs } from '#docs'
import { directionControls } from '../../language/direction.ts'
import * as z from './schema.ts'

/** No name, title or subject is longer than this. */
const maxNameCharacters = 255

const exampleId = '01990c1e-7a6b-7c52-9b5e-3c1d0f4e8a11'

/** A UUID in any case, read in lower case (RFC 9562 section 4); with `abort`, nothing else is said of another text. */
export const uuidField = (params: { abort?: boolean }) =>
  z
    .guid(params)
    .toLowerCase()
    .meta(docs('A UUID.', { examples: [exampleId] }))

/** An id in a path, query or body. */
export const id = uuidField({})

/** An id in an answer. Of what an update takes back (`fixed`) it would refuse what clients could send before. */
export const answeredId = z.string().meta(docs('A UUID.', { format: 'uuid', examples: [exampleId] }))

/** A text in an answer. */
export const answeredText = (maxLength: number) => z.string().meta(docs('A text.', { maxLength }))

/** A name, a title or a subject in an answer. */
export const answeredName = answeredText(maxNameCharacters).meta(docs('A name.'))

/** The title of a thing in an answer; that of a task has its key in front. */
export const answeredTitle = answeredText(300).meta(docs('A title.'))

/** How many there are, in an answer. */
export const answeredCount = z.int().meta(docs('A number.', { minimum: 0 }))

/** A sentence in an answer. */
export const answeredSentence = answeredText(10_000).meta(docs('A sentence.'))

/** Whether a time, RFC 3339, is as answers have it: in UTC with milliseconds. */
const isAnswered = (time: string) => time.length === '2026-03-01T09:30:00.000Z'.length && time.endsWith('Z')

/** In UTC a time may fall into a year of other than four digits, which RFC 3339 cannot say. */
const isYearInUtc = (time: string) => {
  if (isAnswered(time)) return true
  const year = new Date(time).getUTCFullYear()
  return !(year < 0 || year > 9999)
}

/** A time: RFC 3339 with any offset, answered in UTC with milliseconds. */
export const timestamp = z.iso
  .datetime({ offset: true })
  .refine(isYearInUtc, 'must be in the years 0000 to 9999 in UTC')
  .transform((time) => (isAnswered(time) ? time : new Date(time).toISOString()))
  .meta(docs('A time, RFC 3339.', { examples: ['2026-03-01T09:30:00.000Z'] }))

/** A text that there need not be. */
export const optionalText = z.orNull(z.string())

/** A time that there need not be. */
export const optionalTime = z.orNull(timestamp)

/**
 * One line of text that a person reads, such as a name: trimmed, 1 to `maxCharacters` characters, one of them visible,
 * no control characters, and none that make it read as another one.
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
      'must not have characters that turn the direction of the text (U+202A to U+202E, U+2066 to U+2069)',
    )

/** A list in an answer that has no pages. */
export const answeredArray = <T extends z.ZodType>(item: T, maxItems: number) =>
  z.array(item).meta(docs('A list.', { maxItems }))

/** A person in an answer: the name is a copy from the thing's last change. */
export const Person = z.described(docs('A person.', { id: 'Person' }), {
  id: answeredId.meta(docs('Id of the person.')),
  name: answeredName.meta(docs('Name as of the last change of the resource.')),
})

/** What every thing that can be updated carries at its end. */
export const versioned = {
  version: z
    .int()
    .min(1)
    .meta(docs('Version number, starting at 1; also the `ETag`.', { examples: [1] })),
  created_at: timestamp.meta(docs('When it was created.')),
  updated_at: timestamp.meta(docs('When it was last changed.')),
}

/** A number from 1 in a path. */
export const pathNumber = () =>
  z
    .string()
    .regex(/^\d{1,9}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.int().min(1))

/** Up to here things are counted. */
export const maxCount = 100

/** Number of things, up to `most`. */
export const countOf = (what: string, most = maxCount) =>
  z
    .int()
    .max(most)
    .meta(docs(`${what}: exact up to ${most - 1}; ${most} means ${most} or more.`, { minimum: 0 }))

/** A list in a body with a maximum length; empty by default. */
export const upTo = <T extends z.ZodType>(most: number, item: T) => z.array(item).max(most).default([])

/** What a body may have, as a GET gave it, though it changes nothing. */
export const ignored = () =>
  z
    .unknown()
    .optional()
    .meta(docs('Ignored.', { readOnly: true }))

/** What somebody writes, and not only spaces. */
export const nonBlank = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .refine((text) => text.trim() !== '', 'must not be empty')

/** Who is mentioned in a text. */
export const mentionedIds = () =>
  upTo(20, id).meta(docs('Ids of people mentioned, at most 20; they are notified.'))

/** Where a thing is among its siblings. */
export const position = () =>
  z
    .number()
    .min(-1e9)
    .max(1e9)
    .overwrite((position) => Math.round(position * 1e6) / 1e6 + 0)
    .default(0)
    .meta(
      docs(
        'Position among its siblings, ascending; up to six decimal places, to put it between two others.',
        { examples: [1] },
      ),
    )
