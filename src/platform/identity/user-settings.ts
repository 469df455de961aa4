import * as z from '../schema/schema.ts'
import { localeMeta, timezoneMeta } from './user.ts'

const isTimezone = (zone: string) => {
  if (/^[+-]/.test(zone)) return false // an offset, which Intl accepts as well
  try {
    return Intl.DateTimeFormat('en', { timeZone: zone }) !== undefined
  } catch {
    return false
  }
}

const maxTagCharacters = 255

const isLanguageTag = (tag: string) => {
  try {
    // Intl accepts any number of private subtags
    return tag.length <= maxTagCharacters && Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}

/** Schema of a time zone in input. */
export const timezone = z
  .string()
  .refine(isTimezone, 'must be a time zone of the IANA database, such as Europe/Berlin')

/** Schemas of the settings in input. Stored values are not checked again: checking a time zone is slow. */
export const settings = {
  locale: z
    .orNull(z.string().refine(isLanguageTag, 'must be a BCP 47 language tag, such as en or pt-BR'))
    .meta(localeMeta),
  timezone: timezone.default('UTC').meta(timezoneMeta),
}
