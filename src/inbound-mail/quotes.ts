import EmailReplyParser from 'email-reply-parser'
import { addressParser } from 'postal-mime'
import { mailEnvironment } from '../platform/runtime/environment.ts'
import { isOwnHead, markOwnHeads, type OwnSender } from './own-heads.ts'

type Fragment = ReturnType<ReturnType<EmailReplyParser['read']>['getFragments']>[number]

/** What stands at the end of `Sent from my iPhone`; with more on that line, a person may have written it. */
const device = new RegExp(
  String.raw`^[^,.;:!?]{0,40}\b(iPhone|iPad|iOS|Android|Windows|Outlook|Galaxy|Samsung|Huawei|Xiaomi)` +
    String.raw`( smartphone| gesendet)?\.?( ?<[^<>]*>)?$`,
  'i',
)

/** A line that divides parts of a mail. */
const divider = /^[-_=+]{2,} *(\n|$)/

const isMarked = (text: string) => text.startsWith('>')

/** The lines that a quote begins with, which say whose mail it is. */
const headOf = (content: string): string =>
  content
    .replace(/^(?:> ?)+/gm, '')
    .replace(divider, '')
    .trim()
    .split(/\n[ \t]*\n/, 1)
    .join()

/** Whether a quote begins here: the library takes that of Outlook on the web for a signature, by the line above it. */
const isQuote = (fragment: Fragment): boolean => {
  const content = fragment.getContent()
  return fragment.isQuoted() || (divider.test(content) && /^\S{1,12}[ \u00A0]?:/.test(headOf(content)))
}

/** The footers that Proton, and Outlook on a telephone in any language, add to a mail. */
const footer =
  /\n\s*(?:Sent (?:with|from) \[?Proton ?Mail\b.{0,80}|.{0,40}\bOutlook\b.{0,30}https:\/\/aka\.ms\/\w{1,12}[>)\]]?)\s*$/

const findOwnSender = (): OwnSender | undefined => {
  const [sender] = addressParser(mailEnvironment.from ?? '')
  return sender?.address ? { name: sender.name, address: sender.address.toLowerCase() } : undefined
}

/** Returns true if a fragment quotes a mail of ours: by its address, or by its name if there is no address. */
const isOfOurs = (fragment: Fragment, sender: OwnSender | undefined): boolean => {
  if (!sender || !isQuote(fragment)) return false
  const content = fragment.getContent()
  const head = headOf(content)
  if (isOwnHead(head)) return true
  // the first address is that of the sender
  const line = head.split('\n').find((one) => one.includes('@'))
  if (isMarked(content) || line !== undefined) return Boolean(line?.toLowerCase().includes(sender.address))
  return sender.name !== '' && head.includes(sender.name)
}

/** A signature (RFC 3676 section 4.3), one of a program, or a line that divides either from what is above. */
const isSignature = (fragment: Fragment): boolean => {
  const content = fragment.getContent()
  if (!fragment.isSignature()) return false
  return /^-- (\n|$)/.test(content) || device.test(content.trim()) || content.replace(divider, '') === ''
}

/**
 * The part of an answer that its sender has written. Only what surely is not theirs is left out: a quote of a mail of
 * ours, which says so, above or below all else, and a signature at the end. Quotes between their sentences stay, since
 * these answer them, and so do quotes of other mails, which nobody else may have.
 */
export const withoutQuotes = (text: string): string => {
  const sender = findOwnSender()
  const marked = sender ? markOwnHeads(text, sender) : { text, restore: (part: string) => part }
  // a part is known by the line above it
  const all = new EmailReplyParser().read(`\n${marked.text}`).getFragments()
  const fragments = all.filter((fragment) => !fragment.isEmpty())
  const isOurs = (fragment: Fragment) => isOfOurs(fragment, sender)
  const firstOfOurs = fragments.findIndex(isOurs)
  const delimiter = fragments.findIndex((fragment) => /^-- (\n|$)/.test(fragment.getContent()))
  const isWritten = (fragment: Fragment, index: number) => {
    const isRest = isMarked(fragment.getContent()) && firstOfOurs !== -1 && firstOfOurs < index
    const isSigned = delimiter !== -1 && delimiter < index && fragment.isSignature()
    return !isRest && !isOurs(fragment) && !isSignature(fragment) && !isSigned
  }
  const written = fragments.slice(0, fragments.findLastIndex(isWritten) + 1)
  const isAbove = firstOfOurs === 0 && !written.slice(1).some(isQuote)
  const said = written.slice(isAbove ? 1 : 0).map((fragment) => fragment.getContent())
  const lines = marked.restore(said.join('\n\n')).split('\n')
  const isQuoteAlone = lines.every((line) => line.trim() === '' || isMarked(line))
  return isQuoteAlone
    ? ''
    : lines
        .join('\n')
        .replace(/\n{3,}/g, '\n\n')
        .trim()
        .replace(footer, '')
        .trimEnd()
}
