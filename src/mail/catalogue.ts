import { translationFor, type TextReader, type Translations } from '../language/messages.ts'
import { environment } from '../platform/runtime/environment.ts'
import type { MailType, StoredMail } from './mail.ts'
import { buttonBlock, renderMail, noteBlock, quoteBlock, textBlock } from './template.ts'
import en from './texts/en.json' with { type: 'json' }

/** Texts of every mail type in one language, as ICU messages. */
export type MailTexts = Record<
  MailType,
  {
    subject: string
    body: string
    /** Label of the button that opens the link. */
    action?: string
    /** Advice to the reader, if any. */
    note: string
  }
>

const languages: Translations<MailTexts> = {
  en: () => Promise.resolve({ default: en }),
  de: () => import('./texts/de.json', { with: { type: 'json' } }),
  fr: () => import('./texts/fr.json', { with: { type: 'json' } }),
  es: () => import('./texts/es.json', { with: { type: 'json' } }),
}

/** Returns a mail in the reader's language, with the link of its type, if any. */
export const emailFor = async (
  reader: TextReader & { name: string },
  { type, params, quote = null }: Pick<StoredMail, 'type' | 'params'> & Partial<Pick<StoredMail, 'quote'>>,
  link?: string,
) => {
  const { language, texts, word } = await translationFor(languages, reader)
  const { host } = new URL(environment.publicUrl)
  const data = { ...params, who: reader.name, host, quoted: quote === null ? 'no' : 'yes' }
  const { subject, body, action = '', note } = texts[type]
  const words = { subject: word(subject, data), body: word(body, data), note: word(note, data) }
  const button = link === undefined ? [] : [buttonBlock({ href: link, label: word(action, data) })]
  const quoted = quote === null ? [] : [quoteBlock(quote)]
  const blocks = [textBlock(words.body), ...button, noteBlock(words.note), ...quoted]
  const lines = [words.body, link, words.note, quote?.replaceAll(/^/gm, '> ')]
  const text = lines.filter((line) => line !== undefined).join('\n\n')
  return {
    subject: words.subject,
    text: `${text}\n`,
    html: renderMail({ language, subject: words.subject, blocks }),
  }
}
