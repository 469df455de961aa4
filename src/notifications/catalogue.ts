import { translationFor, type TextReader, type Translations } from '../language/messages.ts'
import { forPeople } from '../platform/resource.ts'
import type { NotificationTypeName } from './notification-types.ts'
import type { StoredNotification } from './notification.ts'
import en from './texts/en.json' with { type: 'json' }

/** The text of a notification for a reader. */
interface Worded {
  /** Summary in one line. */
  title: string
  body: string | null
}

/** Texts of every notification type in one language, as ICU messages. */
export type Texts = Record<NotificationTypeName, { title: string; body?: string }>

const languages: Translations<Texts> = {
  en: () => Promise.resolve({ default: en }),
  de: () => import('./texts/de.json', { with: { type: 'json' } }),
  fr: () => import('./texts/fr.json', { with: { type: 'json' } }),
  es: () => import('./texts/es.json', { with: { type: 'json' } }),
}

/** Returns a function that words notifications in the language and time zone of a reader. */
export const notificationWording = async (
  reader: TextReader,
): Promise<(notification: StoredNotification) => Worded> => {
  const { texts, word } = await translationFor(languages, reader)
  return ({ type, actor, resource, params }) => {
    const { title, body: further } = texts[type]
    const data = { ...params, who: actor?.name ?? '', what: resource?.title ?? '' }
    const worded = further === undefined ? '' : word(further, data).trim()
    return { title: word(title, data), body: worded === '' ? null : worded }
  }
}

/**
 * Returns a function that presents notifications to their recipient; falls back to English if the account no longer
 * exists.
 */
export const presenterFor = async ({ locale = null, timezone = 'UTC' }: Partial<TextReader> = {}) => {
  const worded = await notificationWording({ locale, timezone })
  return (notification: StoredNotification) => ({
    ...notification,
    ...worded(notification),
    resource: notification.resource && forPeople(notification.resource),
  })
}
