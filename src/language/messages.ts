import { IntlMessageFormat } from 'intl-messageformat'

/** Who reads: the language of their `locale` decides, and English where there are no texts in it. */
export interface TextReader {
  locale: string | null
  timezone: string
}

/** Texts by language: each is loaded when somebody reads it. */
export type Translations<Texts> = Record<string, () => Promise<{ default: Texts }>>

type Data = Record<string, string | null | undefined>

/** What is a date in the words of a message: a day, or a time, which is shown in the time zone of its reader. */
const dates = ['at', 'until', 'due_date']

const isDay = (date: string | null | undefined) => date?.length === '2026-03-31'.length

/** The values of a message. Of a date that there is not, `none` can be selected; any other text is empty. */
const valuesOf = (data: Data) =>
  Object.fromEntries(
    Object.entries(data).map(([name, value]) => {
      if (!dates.includes(name)) return [name, value ?? '']
      return [name, value ? new Date(value) : 'none']
    }),
  )

/** A time with the name of its time zone, since mails are read wherever somebody is. */
const moment = {
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  timeZoneName: 'short',
} as const

type DatePart = Intl.DateTimeFormatPart

/** What people write in a date where `Intl` does not: *14:00 Uhr*, *1er mars*. */
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

/** The formats of messages in a language. Those of dates are kept: making one takes far longer than using it. */
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

/** Words messages for a reader; values are not parsed, since others wrote them. Each message is parsed once. */
const wordingFor = (locale: string, { timezone }: TextReader) => {
  const formats = new Map<string, IntlMessageFormat>()
  const formatters = formattersFor(locale)
  return (message: string, data: Data): string => {
    const timeZone = dates.some((name) => isDay(data[name])) ? 'UTC' : timezone
    // of `long` the library has the rest
    const date = { long: { timeZone }, moment: { ...moment, timeZone } } as const
    const key = `${timeZone} ${message}`
    const format =
      formats.get(key) ?? new IntlMessageFormat(message, locale, { date }, { ignoreTag: true, formatters })
    formats.set(key, format)
    return format.format(valuesOf(data)) as string
  }
}

/** The texts in the language of a reader, and how their ICU messages are worded for them. */
export const translationFor = async <Texts>(translations: Translations<Texts>, reader: TextReader) => {
  const wanted = reader.locale?.split('-')[0]?.toLowerCase() ?? ''
  const isKnown = reader.locale !== null && Object.hasOwn(translations, wanted)
  const locale = isKnown ? (reader.locale as string) : 'en'
  const { language } = new Intl.Locale(locale)
  const { default: texts } = await (translations[language] as Translations<Texts>[string])()
  return { language, texts, word: wordingFor(locale, reader) }
}
