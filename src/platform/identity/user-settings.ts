import * as z from '../schema/schema.ts'
import { localeMeta, timezoneMeta } from './user.ts'

const isTimezone = (zone: string) => {
  if (/^[+-]/.test(zone)) return false // an offset, which Intl takes as well
  try {
    return Intl.DateTimeFormat('en', { timeZone: zone }) !== undefined
  } catch {
    return false
  }
}

const maxTagCharacters = 255

const isLanguageTag = (tag: string) => {
  try {
    // of private subtags there may be any number
    return tag.length <= maxTagCharacters && Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}

/** A time zone as people give it. */
export const timezone = z
  .string()
  .refine(isTimezone, 'must be a time zone of the IANA database, such as Europe/Berlin')

/** The settings as people give them. What is stored is not looked at again: asking for a time zone takes long. */
export const settings = {
  locale: z
    .orNull(z.string().refine(isLanguageTag, 'must be a BCP 47 language tag, such as en or pt-BR'))
    .meta(localeMeta),
  timezone: timezone.default('UTC').meta(timezoneMeta),
}
