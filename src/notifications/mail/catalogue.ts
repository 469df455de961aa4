import { translationFor, type TextReader, type Translations } from '../../language/messages.ts'
import { buttonBlock, groupBlock, renderMail, noteBlock, textBlock } from '../../mail/template.ts'
import { environment } from '../../platform/runtime/environment.ts'
import { refKey } from '../../platform/resource-ref.ts'
import type { ResourceLink } from '../../platform/resource.ts'
import { notificationWording } from '../catalogue.ts'
import type { StoredNotification } from '../notification.ts'
import en from './texts/en.json' with { type: 'json' }

/**
 * Texts of notification emails and of the unsubscribe page in one language, besides the texts of the notifications, as
 * ICU messages.
 */
export type NotificationEmailTexts = typeof en

const languages: Translations<NotificationEmailTexts> = {
  en: () => Promise.resolve({ default: en }),
  de: () => import('./texts/de.json', { with: { type: 'json' } }),
  fr: () => import('./texts/fr.json', { with: { type: 'json' } }),
  es: () => import('./texts/es.json', { with: { type: 'json' } }),
}

/** Returns these texts for a reader. */
export const notificationEmailTexts = async (reader: TextReader) => {
  const { language, texts, word } = await translationFor(languages, reader)
  return { language, word: (name: keyof NotificationEmailTexts, data = {}) => word(texts[name], data) }
}

/**
 * Returns the email of one notification. The subject is the title of the resource, so that all emails about it form one
 * thread.
 */
export const notificationEmail = async (
  reader: TextReader,
  { notification, resource }: VisibleNotification,
  unsubscribe: string,
) => {
  const { language, word } = await notificationEmailTexts(reader)
  const { title, body } = (await notificationWording(reader))({ ...notification, resource })
  const subject = resource?.title ?? title
  const note = word('reason', { host: new URL(environment.publicUrl).host })
  const stop = { href: unsubscribe, label: word('unsubscribe') }
  const button = resource && { href: resource.url, label: word('open') }
  const lines = [title, body, resource?.url, `${note} ${stop.label}: ${stop.href}`]
  const blocks = [body && textBlock(body), button && buttonBlock(button), noteBlock(note, stop)]
  return {
    subject,
    text: `${lines.filter(Boolean).join('\n\n')}\n`,
    html: renderMail({ language, subject, title, blocks: blocks.filter((block) => block !== null) }),
  }
}

/** A notification with its resource as the reader may see it. */
export interface VisibleNotification {
  notification: StoredNotification
  resource: ResourceLink | null
}

/** Maximum number of notifications listed in a digest. */
const maxShown = 20

/** Returns the digest email: notifications grouped by resource, newest first, and the number of those left out. */
export const digestEmail = async (
  reader: TextReader,
  notifications: VisibleNotification[],
  unsubscribe: string,
) => {
  const { language, word } = await notificationEmailTexts(reader)
  const wording = await notificationWording(reader)
  const worded = notifications.slice(0, maxShown).map(({ notification, resource }) => ({
    resource,
    title: wording({ ...notification, resource }).title,
  }))
  const groups = [...Map.groupBy(worded, ({ resource }) => resource && refKey(resource)).values()].map(
    ([first, ...others]) => {
      const { resource, title } = first as (typeof worded)[number]
      const lines = [title, ...others.map((other) => other.title)]
      return { link: resource && { href: resource.url, label: resource.title }, lines }
    },
  )
  const more = notifications.length - worded.length
  const moreText = more > 0 ? word('more', { more: String(more) }) : undefined
  const note = word('reason', { host: new URL(environment.publicUrl).host })
  const stop = { href: unsubscribe, label: word('unsubscribe_digest') }
  const subject = word('digest', { count: String(notifications.length) })
  const text = [
    ...groups.map(({ link, lines }) => [link?.label, link?.href, ...lines].filter(Boolean).join('\n')),
    moreText,
    `${note} ${stop.label}: ${stop.href}`,
  ]
  const blocks = [
    ...groups.map(({ link, lines }) => (link ? groupBlock(link, lines) : textBlock(lines.join(' ')))),
    ...(moreText === undefined ? [] : [textBlock(moreText)]),
    noteBlock(note, stop),
  ]
  return {
    subject,
    text: `${text.filter(Boolean).join('\n\n')}\n`,
    html: renderMail({ language, subject, blocks }),
  }
}
