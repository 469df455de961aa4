import { IntlMessageFormat } from 'intl-messageformat'
import { forPeople } from '../platform/resource.ts'
import type { NoticeType, StoredNotification } from './notification.ts'
import en from './texts/en.json' with { type: 'json' }

/** A notice as people read it. */
interface Worded {
  /** What happened, in one line. */
  title: string
  /** Further text, if any. */
  body: string | null
}

/** The words of every type of notice in one language, as ICU messages. */
export type Texts = Record<NoticeType, { title: string; body?: string }>

/** The languages that there are, by their tags. */
const languages: Record<string, () => Promise<{ default: Texts }>> = {
  en: () => Promise.resolve({ default: en }),
  de: () => import('./texts/de.json', { with: { type: 'json' } }),
  fr: () => import('./texts/fr.json', { with: { type: 'json' } }),
  es: () => import('./texts/es.json', { with: { type: 'json' } }),
}

/** Who reads: the language of their `locale` decides, and English where there are no texts in it. */
interface NoticeReader {
  locale: string | null
  timezone: string
}

type Data = Record<string, string | null>

/** What is a date in the words of a notice: a day, or a time, which is shown in the time zone of its reader. */
const dates = ['until', 'due_date']

const isDay = (date: string | null | undefined) => date?.length === '2026-03-31'.length

/** The values of a message. Of a date that there is not, `none` can be selected; any other text is empty. */
const valuesOf = (data: Data) =>
  Object.fromEntries(
    Object.entries(data).map(([name, value]) => {
      if (!dates.includes(name)) return [name, value ?? '']
      return [name, value === null ? 'none' : new Date(value)]
    }),
  )

const localeOf = ({ locale }: NoticeReader): string => {
  const language = locale?.split('-')[0]?.toLowerCase() ?? ''
  return locale !== null && Object.hasOwn(languages, language) ? locale : 'en'
}

/** Words messages for a reader; values are not parsed, since others wrote them. Each message is parsed once. */
const wordingFor = (reader: NoticeReader) => {
  const locale = localeOf(reader)
  const formats = new Map<string, IntlMessageFormat>()
  return (message: string, data: Data): string => {
    const timeZone = dates.some((name) => isDay(data[name])) ? 'UTC' : reader.timezone
    // of `long` the library has the rest
    const date = { long: { timeZone }, moment: { dateStyle: 'long', timeStyle: 'short', timeZone } } as const
    const key = `${timeZone} ${message}`
    const format = formats.get(key) ?? new IntlMessageFormat(message, locale, { date }, { ignoreTag: true })
    formats.set(key, format)
    return format.format(valuesOf(data)) as string
  }
}

/** Puts notices into words for a reader; one that was stored before notices were data has them already. */
export const noticesFor = async (reader: NoticeReader): Promise<(notice: StoredNotification) => Worded> => {
  const load = languages[new Intl.Locale(localeOf(reader)).language] as (typeof languages)[string]
  const { default: texts } = await load()
  const word = wordingFor(reader)
  return ({ type, title, body, actor, resource, params }) => {
    if (title !== undefined) return { title, body }
    const { title: first, body: further } = texts[type]
    const data = { ...params, who: actor?.name ?? '', what: resource?.title ?? '' }
    const worded = further === undefined ? '' : word(further, data)
    return { title: word(first, data), body: worded === '' ? null : worded }
  }
}

/** Shows notifications as their person sees them; whose account is gone reads English. */
export const presenterFor = async ({ locale = null, timezone = 'UTC' }: Partial<NoticeReader> = {}) => {
  const worded = await noticesFor({ locale, timezone })
  return (notice: StoredNotification) => ({
    ...notice,
    ...worded(notice),
    resource: forPeople(notice.resource),
  })
}
