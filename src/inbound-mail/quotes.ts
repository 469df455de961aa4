import EmailReplyParser from 'email-reply-parser'
import { addressParser } from 'postal-mime'
import { mailEnvironment } from '../platform/runtime/environment.ts'
import { isOwnHead, markOwnHeads, type OwnSender } from './own-heads.ts'

type Fragment = ReturnType<ReturnType<EmailReplyParser['read']>['getFragments']>[number]

/** End of a line such as `Sent from my iPhone`; a line with more text may be written by a person. */
const device = new RegExp(
  String.raw`^[^,.;:!?]{0,40}\b(iPhone|iPad|iOS|Android|Windows|Outlook|Galaxy|Samsung|Huawei|Xiaomi)` +
    String.raw`( smartphone| gesendet)?\.?( ?<[^<>]*>)?$`,
  'i',
)

/** Line that separates parts of a mail. */
const divider = /^[-_=+]{2,} *(\n|$)/

const isQuotedText = (text: string) => text.startsWith('>')

/** Returns the lines at the beginning of a quote that name its sender. */
const quoteHead = (content: string): string =>
  content
    .replace(/^(?:> ?)+/gm, '')
    .replace(divider, '')
    .trim()
    .split(/\n[ \t]*\n/, 1)
    .join()

/**
 * Returns true if a quote begins here. The library takes a quote of Outlook on the web for a signature, because of the
 * line above it.
 */
const isQuote = (fragment: Fragment): boolean => {
  const content = fragment.getContent()
  return fragment.isQuoted() || (divider.test(content) && /^\S{1,12}[ \u00A0]?:/.test(quoteHead(content)))
}

/** Footers that Proton Mail and Outlook for phones, in any language, add to a mail. */
const footer =
  /\n\s*(?:Sent (?:with|from) \[?Proton ?Mail\b.{0,80}|.{0,40}\bOutlook\b.{0,30}https:\/\/aka\.ms\/\w{1,12}[>)\]]?)\s*$/

const findOwnSender = (): OwnSender | undefined => {
  const [sender] = addressParser(mailEnvironment.from ?? '')
  return sender?.address ? { name: sender.name, address: sender.address.toLowerCase() } : undefined
}

/** Returns true if a fragment quotes one of our mails: by our address or, if the quote has no address, by our name. */
const isOfOurs = (fragment: Fragment, sender: OwnSender | undefined): boolean => {
  if (!sender || !isQuote(fragment)) return false
  const content = fragment.getContent()
  const head = quoteHead(content)
  if (isOwnHead(head)) return true
  // the first address is the sender's
  const line = head.split('\n').find((one) => one.includes('@'))
  if (isQuotedText(content) || line !== undefined)
    return Boolean(line?.toLowerCase().includes(sender.address))
  return sender.name !== '' && head.includes(sender.name)
}

/** Returns true for a signature (RFC 3676 section 4.3), that of a program, or a divider above either. */
const isSignatureFragment = (fragment: Fragment): boolean => {
  const content = fragment.getContent()
  if (!fragment.isSignature()) return false
  return /^-- (\n|$)/.test(content) || device.test(content.trim()) || content.replace(divider, '') === ''
}

/**
 * Returns the part of a reply that its sender wrote. Removes only what the sender certainly did not write: a quote of
 * our own mail that names us as its sender, at the beginning or the end, and a signature at the end. Quotes between the
 * sender's sentences stay, because the sentences reply to them. Quotes of other mails stay too, because the readers of
 * the reply may not have those mails.
 */
export const withoutQuotes = (text: string): string => {
  const sender = findOwnSender()
  const marked = sender ? markOwnHeads(text, sender) : { text, restore: (part: string) => part }
  // the library recognizes a part by the line above it
  const all = new EmailReplyParser().read(`\n${marked.text}`).getFragments()
  const fragments = all.filter((fragment) => !fragment.isEmpty())
  const isOurs = (fragment: Fragment) => isOfOurs(fragment, sender)
  const firstOfOurs = fragments.findIndex(isOurs)
  const delimiter = fragments.findIndex((fragment) => /^-- (\n|$)/.test(fragment.getContent()))
  const isWritten = (fragment: Fragment, index: number) => {
    const isRest = isQuotedText(fragment.getContent()) && firstOfOurs !== -1 && firstOfOurs < index
    const isSigned = delimiter !== -1 && delimiter < index && fragment.isSignature()
    return !isRest && !isOurs(fragment) && !isSignatureFragment(fragment) && !isSigned
  }
  const written = fragments.slice(0, fragments.findLastIndex(isWritten) + 1)
  const isAbove = firstOfOurs === 0 && !written.slice(1).some(isQuote)
  const ownText = written.slice(isAbove ? 1 : 0).map((fragment) => fragment.getContent())
  const lines = marked.restore(ownText.join('\n\n')).split('\n')
  const isQuoteAlone = lines.every((line) => line.trim() === '' || isQuotedText(line))
  return isQuoteAlone
    ? ''
    : lines
        .join('\n')
        .replace(/\n{3,}/g, '\n\n')
        .trim()
        .replace(footer, '')
        .trimEnd()
}
