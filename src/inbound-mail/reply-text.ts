import { runInNewContext } from 'node:vm'
import {
  backgroundContentIds,
  flatHtml,
  htmlText,
  maxHtmlCharacters,
  pictureMark,
  displayedContentIds,
  withoutPictures,
} from './html-text.ts'
import type { MailPart } from './mime.ts'
import { withoutQuotes } from './quotes.ts'
import type { ReceivedFile } from './received-file.ts'
import { findTextParts, joinParagraphs, toMailTexts, type MailText } from './text-parts.ts'

/** Maximum length of a text (characters): that of a comment, minus the lines that name files. */
const maxCharacters = 49_000

/** Text of a mail, with what was found in it. */
export interface MailBody {
  text: string
  /** False if the mail has only HTML that cannot be read. */
  isReadable: boolean
  /** Parts that form the text. */
  shown: MailPart[]
  /** Pictures embedded in the HTML itself. */
  embedded: MailPart[]
  /** Content-IDs of the pictures that the text displays. */
  pictures: string[]
  /** Content-IDs of backgrounds, and of pictures that only a signature or a quoted mail displays. */
  decoration: string[]
  /** Files that contain what is too long for the text. */
  files: ReceivedFile[]
}

/** Secret in the links of our mails (src/mail/account-link.ts, src/notifications/mail/unsubscribe-link.ts). */
const secret = /(token(?:=|%3D))[\da-f]{8}-[\da-f-]{27}\.[\w.-]+/gi

const withoutGaps = (text: string): string => text.replace(/(\r?\n){3,}/g, '\n\n').trim()

/** Returns the part of a text that fits into a message, with secrets of our mails redacted. */
const toMessageText = (text: string): string =>
  withoutGaps(text).slice(0, maxCharacters).toWellFormed().replace(secret, '$1…')

/** Returns plain text with picture marks in place of Outlook's `[cid:…]`. */
const markPictures = (text: string): string =>
  text.replace(/\[cid:([^\]\s]{1,200})\]/g, (_, id: string) => pictureMark(id))

/** Time limit for each step that hostile texts may slow down, such as the regular expressions of a library (ms). */
const maxMilliseconds = 3_000

/**
 * Runs `read` until `end`; returns undefined if it fails. `vm` serves as a timeout only: it interrupts regular
 * expressions too.
 */
const inTime = (read: () => string, end: number): string | undefined => {
  const timeout = Math.floor(end - performance.now())
  try {
    return timeout > 0 ? (runInNewContext('read()', { read }, { timeout }) as string) : undefined
  } catch {
    return undefined
  }
}

const distinctWords = (text: string) => new Set(withoutPictures(text).match(/[\p{L}\p{M}\p{N}]+/gu))

/** Number of words that HTML may have beyond an equivalent plain part. */
const maxFurtherWords = 10

/**
 * Returns true if a plain part lacks most of the words of the HTML, as in mails that only ask for another mail program.
 */
const isExcuse = (plain: string, shown: string): boolean => {
  const words = distinctWords(shown)
  const further = words.difference(distinctWords(plain.slice(0, maxHtmlCharacters))).size
  return further > maxFurtherWords && further > words.size / 2
}

interface ReadBlock {
  text: string
  /** Text of the HTML; undefined if the HTML cannot be read with its layout. */
  page: string | undefined
  /** False if a part of the HTML is missing from the text. */
  isWhole: boolean
}

/** Reads one text of a mail. HTML that is too deep, long or slow is read without its layout. */
const readTextBlock = ({ plain, html }: MailText, logos: string[], end: number): ReadBlock => {
  const page = html === '' ? '' : inTime(() => htmlText(html, logos), end)
  if (plain !== '' && !isExcuse(plain, page ?? '')) return { text: markPictures(plain), page, isWhole: true }
  if (page !== undefined) return { text: page, page, isWhole: true }
  const later = end + maxMilliseconds / 2
  const flat = inTime(() => flatHtml(html), later)
  const text = inTime(() => htmlText((flat ?? '').slice(0, maxHtmlCharacters)), later)
  return {
    text: text ?? '',
    page,
    isWhole: (flat?.length ?? Infinity) <= maxHtmlCharacters && text !== undefined,
  }
}

const textToFile = (name: string, content_type: string, text: string): ReceivedFile => ({
  name,
  content_type,
  bytes: new Uint8Array(Buffer.from(text.replace(secret, '$1…'))),
})

/** Reads the text of a mail, shortened by `cut`. Text that is too long for a message becomes a file. */
const extractMailText = (parts: MailPart[], cut: (text: string) => string): MailBody => {
  const logos: string[] = []
  const shown = findTextParts(parts)
  const blocks = toMailTexts(shown)
  const began = performance.now()
  const read = blocks.map((block) => readTextBlock(block, logos, began + maxMilliseconds))
  const full = joinParagraphs(read.map(({ text }) => text))
  const end = began + 2 * maxMilliseconds
  const cutInTime = (text: string) => inTime(() => cut(toMessageText(text)), end)
  const message = cutInTime(full) ?? toMessageText(full)
  const isWhole = full.length <= maxCharacters
  const pages = read.flatMap(({ page }) => page ?? [])
  const displayed = pages.map((page) => cutInTime(page) ?? page)
  const pictures = displayedContentIds([message, ...displayed].join('\n'))
  const signs = [
    ...pages.map(toMessageText).flatMap(displayedContentIds),
    ...blocks.flatMap(({ html }) => backgroundContentIds(html)),
  ]
  const files = [
    ...(isWhole ? [] : [textToFile('message.txt', 'text/plain', withoutPictures(full))]),
    ...blocks
      .filter((_, at) => !read[at]?.isWhole)
      .map(({ html }) => textToFile('message.html', 'text/html', html)),
  ]
  const text = withoutGaps(withoutPictures(message))
  return {
    text: joinParagraphs([text, ...files.map(({ name }) => `… ${name}`)]),
    isReadable: text !== '' || pages.length === read.length,
    shown,
    embedded: blocks.flatMap(({ embedded }) => embedded),
    pictures,
    decoration: [...logos, ...signs].filter((id) => !pictures.includes(id)),
    files,
  }
}

/** Reads the whole text of a mail, including quotes. */
export const readMailText = (parts: MailPart[]): MailBody => extractMailText(parts, (text) => text)

/** Reads the text of a reply without the signature and the quote of our own mail. */
export const readReplyText = (parts: MailPart[]): MailBody => extractMailText(parts, withoutQuotes)
