import { IntlMessageFormat } from 'intl-messageformat'

/** Reader of a text: `locale` decides the language, English if there are no texts in it. */
export interface TextReader {
  locale: string | null
  timezone: string
}

/** Texts by language, loaded on first use. */
export type Translations<Texts> = Record<string, () => Promise<{ default: Texts }>>

type Data = Record<string, string | null | undefined>

/** Values of a message that are dates: a day, or a time, which is shown in the reader's time zone. */
const dates = ['at', 'until', 'due_date']

const isDay = (date: string | null | undefined) => date?.length === '2026-03-31'.length

/**
 * Returns the values of a message. An absent date is `none`, which messages can select; other absent values are empty.
 */
const formatValues = (data: Data) =>
  Object.fromEntries(
    Object.entries(data).map(([name, value]) => {
      if (!dates.includes(name)) return [name, value ?? '']
      return [name, value ? new Date(value) : 'none']
    }),
  )

/** Format of a time with the name of its time zone, since people may read mail in any time zone. */
const moment = {
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  timeZoneName: 'short',
} as const

type DatePart = Intl.DateTimeFormatPart

/** Corrections of `Intl` date formats to native usage: *14:00 Uhr*, *1er mars*. */
const nativeParts: Record<string, (part: DatePart) => string> = {
  de: ({ type, value }) => (type === 'minute' ? `${value} Uhr` : value),
  fr: ({ type, value }) => (type === 'day' && value === '1' ? '1er' : value),
}

class NativeDateFormat extends Intl.DateTimeFormat {
  override format(date?: Date | number): string {
    const nativePart = nativeParts[new Intl.Locale(this.resolvedOptions().locale).language]
    return nativePart ? this.formatToParts(date).map(nativePart).join('') : super.format(date)
  }
}

/** Returns the formatters of a language; caches date formats, whose creation takes far longer than their use. */
const formattersFor = (locale: string) => {
  const dateFormats = new Map<Intl.DateTimeFormatOptions | undefined, NativeDateFormat>()
  return {
    getNumberFormat: (_: unknown, options?: Intl.NumberFormatOptions) =>
      new Intl.NumberFormat(locale, options),
    getPluralRules: (_: unknown, options?: Intl.PluralRulesOptions) => new Intl.PluralRules(locale, options),
    getDateTimeFormat: (_: unknown, options?: Intl.DateTimeFormatOptions) => {
      const format = dateFormats.get(options) ?? new NativeDateFormat(locale, options)
      dateFormats.set(options, format)
      return format
    },
  }
}

/**
 * Creates a formatter of messages for a reader. It parses each message once, and never the values, which others wrote.
 */
const wordingFor = (locale: string, { timezone }: TextReader) => {
  const formats = new Map<string, IntlMessageFormat>()
  const formatters = formattersFor(locale)
  return (message: string, data: Data): string => {
    const timeZone = dates.some((name) => isDay(data[name])) ? 'UTC' : timezone
    // the library adds the other fields of `long`
    const date = { long: { timeZone }, moment: { ...moment, timeZone } } as const
    const key = `${timeZone} ${message}`
    const format =
      formats.get(key) ?? new IntlMessageFormat(message, locale, { date }, { ignoreTag: true, formatters })
    formats.set(key, format)
    return format.format(formatValues(data)) as string
  }
}

/** Loads the texts in a reader's language, with a function that formats their ICU messages for the reader. */
export const translationFor = async <Texts>(translations: Translations<Texts>, reader: TextReader) => {
  const wanted = reader.locale?.split('-')[0]?.toLowerCase() ?? ''
  const isKnown = reader.locale !== null && Object.hasOwn(translations, wanted)
  const locale = isKnown ? (reader.locale as string) : 'en'
  const { language } = new Intl.Locale(locale)
  const { default: texts } = await (translations[language] as Translations<Texts>[string])()
  return { language, texts, word: wordingFor(locale, reader) }
}
