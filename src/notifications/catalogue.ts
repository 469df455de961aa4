import { forPeople } from '../platform/resource.ts'
import type { StoredNotification } from './notification.ts'
import { en } from './texts/en.ts'
import type { Texts, Worded } from './words.ts'

/** The languages that there are, by their tags. */
export const textsByLanguage = new Map<string, Texts>([['en', en]])

/** The texts in the language of a person; in English where there are none in it. */
export const textsFor = (locale: string | null | undefined): Texts =>
  textsByLanguage.get(locale?.split('-')[0]?.toLowerCase() ?? 'en') ?? en

/** A notice in words; one that was stored before notices were data has them already. */
export const wordedNotice = (texts: Texts, notice: StoredNotification): Required<Worded> => {
  const { type, title, body, actor, resource, params } = notice
  if (title !== undefined) return { title, body }
  const word = texts[type] as (words: Record<string, string | null>) => Worded
  const worded = word({ ...params, who: actor?.name ?? '', what: resource?.title ?? '' })
  return { title: worded.title, body: worded.body ?? null }
}

/** A notification as its person sees it. */
export const presentNotification = (notice: StoredNotification, locale: string | null | undefined) => ({
  ...notice,
  ...wordedNotice(textsFor(locale), notice),
  resource: forPeople(notice.resource),
})
