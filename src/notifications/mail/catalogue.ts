import { translationFor, type TextReader, type Translations } from '../../language/messages.ts'
import { buttonBlock, htmlOf, noteBlock, textBlock } from '../../mail/template.ts'
import { environment } from '../../platform/runtime/environment.ts'
import type { ResourceLink } from '../../platform/resource.ts'
import { noticesFor } from '../catalogue.ts'
import type { StoredNotification } from '../notification.ts'
import en from './texts/en.json' with { type: 'json' }

/** What mails of notices, and the page for unsubscribing, say beside the notices in one language, as ICU messages. */
export type NoticeMailTexts = typeof en

const languages: Translations<NoticeMailTexts> = {
  en: () => Promise.resolve({ default: en }),
  de: () => import('./texts/de.json', { with: { type: 'json' } }),
  fr: () => import('./texts/fr.json', { with: { type: 'json' } }),
  es: () => import('./texts/es.json', { with: { type: 'json' } }),
}

/** These texts for a reader. */
export const noticeMailTexts = async (reader: TextReader) => {
  const { language, texts, word } = await translationFor(languages, reader)
  return { language, word: (name: keyof NoticeMailTexts, data = {}) => word(texts[name], data) }
}

/** The mail of one notice. Its subject is the thing, the same for all that is said of it, so that it is one thread. */
export const noticeEmail = async (
  reader: TextReader,
  notice: StoredNotification,
  resource: ResourceLink | null,
  unsubscribe: string,
) => {
  const { language, word } = await noticeMailTexts(reader)
  const { title, body } = (await noticesFor(reader))({ ...notice, resource })
  const subject = resource?.title ?? title
  const note = word('reason', { host: new URL(environment.publicUrl).host })
  const stop = { href: unsubscribe, label: word('unsubscribe') }
  const button = resource && { href: resource.url, label: word('open') }
  const lines = [title, body, resource?.url, `${note} ${stop.label}: ${stop.href}`]
  const blocks = [body && textBlock(body), button && buttonBlock(button), noteBlock(note, stop)]
  return {
    subject,
    text: `${lines.filter(Boolean).join('\n\n')}\n`,
    html: htmlOf({ language, subject, title, blocks: blocks.filter((block) => block !== null) }),
  }
}
