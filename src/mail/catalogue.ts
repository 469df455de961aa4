import { translationFor, type TextReader, type Translations } from '../language/messages.ts'
import { environment } from '../platform/runtime/environment.ts'
import type { MailType, StoredMail } from './mail.ts'
import { buttonBlock, htmlOf, noteBlock, quoteBlock, textBlock } from './template.ts'
import en from './texts/en.json' with { type: 'json' }

/** The words of every type of mail in one language, as ICU messages. */
export type MailTexts = Record<
  MailType,
  {
    subject: string
    body: string
    /** What the button says that leads to the link. */
    action?: string
    /** What to do about it, if anything. */
    note: string
  }
>

/** The languages that there are, by their tags. */
const languages: Translations<MailTexts> = {
  en: () => Promise.resolve({ default: en }),
  de: () => import('./texts/de.json', { with: { type: 'json' } }),
  fr: () => import('./texts/fr.json', { with: { type: 'json' } }),
  es: () => import('./texts/es.json', { with: { type: 'json' } }),
}

/** A mail in the words of its reader, with the link that its type may have. */
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
    html: htmlOf({ language, subject: words.subject, blocks }),
  }
}
