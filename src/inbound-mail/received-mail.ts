import { addressParser, type Email } from 'postal-mime'
import { receivedContents, type Contents } from './contents.ts'
import { toSingleLine } from './line.ts'
import { parseMail, type MailPart } from './mime.ts'
import { MailRefusal } from './refusal.ts'
import { readReplyText, readMailText } from './reply-text.ts'
import { readReceipt, type Receipt } from './receipt.ts'

/** A mail written by a person. */
export interface ReceivedMail {
  id: string | undefined
  /** Address in `From`, in lower case. */
  sender: string
  /**
   * Result of authentication by the sender's domain (DMARC); `aligned` if DMARC gives no result, but the mail
   * passed SPF or DKIM for that domain.
   */
  proof: 'passed' | 'aligned' | 'failed'
  /** True if a reply may be sent: the sender is authenticated and accepts automatic replies. */
  isAnswerable: boolean
  /** Recipients' addresses, in lower case. */
  recipients: string[]
  /** One line of at most 255 characters; may be empty. */
  subject: string
  /** Reads the contents without a signature and the quote of our own mail; undefined if they cannot be read. */
  readReply: () => Contents | undefined
  /** Reads the contents in full, within the limits; undefined if they cannot be read. */
  readAll: () => Contents | undefined
}

const mailHeader = ({ headers }: Email, name: string): string | undefined =>
  headers
    .find(({ key }) => key === name)
    ?.value.trim()
    .toLowerCase()

/** Returns the keyword of a structured header, without comments and parameters; undefined if there is none. */
const headerKeyword = (email: Email, name: string): string | undefined => {
  let value = mailHeader(email, name) ?? ''
  // comments may be nested
  for (let depth = 0; depth < 10 && value.includes('('); depth += 1) value = value.replace(/\([^()]*\)/g, ' ')
  return /^[^\s;]+/.exec(value.trim())?.[0]
}

const isReport = (type = '') => type.startsWith('multipart/report')
const isCalendarReply = ({ type, method }: MailPart) => type === 'text/calendar' && method === 'REPLY'

/** Headers of auto-replies from before RFC 3834. */
const autoReplies = ['x-autoreply', 'x-autorespond', 'x-autoreply-from']

/** Returns true for automatic mail (RFC 3834): auto-replies, mailing lists, bounces, and our own messages. */
const isAutomatic = (email: Email, parts: MailPart[], { returnPath }: Receipt): boolean =>
  returnPath === '' ||
  ['auto-submitted', ...autoReplies].some((name) => (headerKeyword(email, name) ?? 'no') !== 'no') ||
  ['bulk', 'junk', 'list', 'auto_reply'].includes(headerKeyword(email, 'precedence') ?? '') ||
  ['x-mail-id', 'list-id'].some((name) => mailHeader(email, name) !== undefined) ||
  isReport(mailHeader(email, 'content-type')) ||
  parts.some(isCalendarReply)

/** Headers of mails that must not get automatic replies, although a person may have written them. */
const unanswered = ['x-auto-response-suppress', 'list-unsubscribe', 'list-post']

/**
 * Returns the only address of the only `From` header; undefined if there are more. An unquoted comma splits a name in
 * two: then `isClear` is false.
 */
const parseSender = ({ headers }: Email): { address: string; isClear: boolean } | undefined => {
  const lines = headers.filter(({ key }) => key === 'from')
  const all = lines.flatMap(({ value }) => addressParser(value, { flatten: true }))
  const addresses = all.flatMap(({ address = '' }) => (address.includes('@') ? address.toLowerCase() : []))
  const [address] = addresses
  if (lines.length !== 1 || addresses.length !== 1 || address === undefined) return undefined
  return { address, isClear: all.length === 1 }
}

/**
 * Returns the result of authentication. Without a DMARC result, SPF or DKIM has to pass for exactly the sender's
 * domain, because nothing says which other domains belong to it.
 */
const authenticationResult = ({ dmarc, domains }: Receipt, sender: string): ReceivedMail['proof'] => {
  const domain = sender.split('@').at(-1) ?? ''
  if (dmarc !== undefined && dmarc.domain !== domain) return 'failed'
  if (dmarc?.result === 'pass') return 'passed'
  const isSilent = dmarc === undefined || dmarc.result === 'none'
  return isSilent && domains.includes(domain) ? 'aligned' : 'failed'
}

/**
 * Maximum number of recipients considered, beginning with the envelope recipient; each may cost a read of the table.
 */
const maxRecipients = 20

const recipientAddresses = ({ to = [], cc = [] }: Email, { recipient }: Receipt): string[] => {
  const named = [...to, ...cc].flatMap((one) => one.group ?? [one]).map(({ address }) => address)
  const all = new Set([recipient, ...named].flatMap((address) => address?.toLowerCase() ?? []))
  return [...all].slice(0, maxRecipients)
}

/** Reads a mail as SES stored it; throws {@link MailRefusal} if no user can have written it. */
export const readMail = async (raw: Uint8Array): Promise<ReceivedMail> => {
  const { email, parts } = await parseMail(raw).catch(() => {
    throw new MailRefusal('The mail cannot be parsed.')
  })
  const trace = readReceipt(email.headerLines)
  if (!trace?.isClean)
    throw new MailRefusal('SES has not confirmed that the mail is free of spam and viruses.')
  if (isAutomatic(email, parts, trace)) throw new MailRefusal('The mail was sent automatically.')
  const sender = parseSender(email)
  if (sender === undefined) throw new MailRefusal('The mail is not from exactly one address.')
  const proof = authenticationResult(trace, sender.address)
  if (!sender.isClear && proof !== 'passed')
    throw new MailRefusal('The mail is not from one unambiguous address.')
  const isSilent = unanswered.some((name) => mailHeader(email, name) !== undefined)
  return {
    id: email.messageId,
    sender: sender.address,
    proof,
    isAnswerable: proof === 'passed' && trace.returnPath !== undefined && !isSilent,
    recipients: recipientAddresses(email, trace),
    subject: toSingleLine(email.subject ?? '', 255),
    readReply: () => receivedContents(parts, readReplyText(parts)),
    readAll: () => receivedContents(parts, readMailText(parts)),
  }
}
