import { runInNewContext } from 'node:vm'
import type { Email } from 'postal-mime'
import { htmlText, pictureMark, picturesIn, withoutPictures } from './html-text.ts'
import { withoutQuotes } from './quotes.ts'

/** What is read of a longer text: as much as a comment may have. */
const maxCharacters = 50_000

type Texts = Pick<Email, 'text' | 'html' | 'attachments'>

/** What a mail says, and the Content-IDs of the pictures that it shows beside that. */
export interface Words {
  text: string
  pictures: string[]
}

/** What the links of our mails have (src/mail/account-link.ts, src/notifications/mail/unsubscribe-link.ts). */
const secret = /(token(?:=|%3D))[\da-f]{8}-[\da-f-]{27}\.[\w.-]+/gi

const withoutGaps = (text: string): string => text.replace(/(\r?\n){3,}/g, '\n\n').trim()

/** As much of a text as is read; links of ours in it are good for nobody who reads it. */
const readable = (text: string): string =>
  withoutGaps(text).slice(0, maxCharacters).toWellFormed().replace(secret, '$1…')

/** Plain text with marks where Outlook has `[cid:…]`. */
const plainText = (text: string): string =>
  text.replace(/\[cid:([^\]\s]{1,200})\]/g, (_, id: string) => pictureMark(id))

/** How long it may take to read a part, in milliseconds: patterns of a library are slow for texts made to be so. */
const maxMilliseconds = 3_000

/** What `read` gives; undefined where it fails. The timeout of `vm`, which is all it is for, ends patterns as well. */
const inTime = (read: () => string): string | undefined => {
  try {
    return runInNewContext('read()', { read }, { timeout: maxMilliseconds }) as string
  } catch {
    return undefined
  }
}

/** The words that `read` leaves of a mail. Of two parts the plain one is the text, and the HTML shows the pictures. */
const wordsOf = (
  { text = '', html = '', attachments }: Texts,
  read: (text: string) => string,
): Words | undefined => {
  const isPlain = text.trim() !== ''
  const isRead = !isPlain || attachments.some(({ related }) => related)
  const shown = isRead ? inTime(() => read(readable(htmlText(html)))) : ''
  const said = isPlain ? inTime(() => read(readable(plainText(text)))) : shown
  if (said === undefined) return undefined
  const pictures = [...new Set([shown ?? '', said].flatMap(picturesIn))]
  return { text: withoutGaps(withoutPictures(said)), pictures }
}

/** All that is in a mail, with what it quotes; undefined where that cannot be read. */
export const wholeWords = (email: Texts): Words | undefined => wordsOf(email, (text) => text)

/** What somebody has written in a mail, without the mail of ours that they answer and their signature. */
export const replyWords = (email: Texts): Words | undefined => wordsOf(email, withoutQuotes)
