import { addressParser, type Email } from 'postal-mime'
import { receivedContents, type Contents } from './contents.ts'
import { lineOf } from './line.ts'
import { parseMail, type MailPart } from './mime.ts'
import { MailRefusal } from './refusal.ts'
import { replyWords, wholeWords } from './reply-text.ts'
import { readTrace, type Trace } from './trace.ts'

/** A mail that a person has written. */
export interface ReceivedMail {
  id: string | undefined
  /** In lower case, as it stands in `From`. */
  sender: string
  /**
   * Whether the domain of the sender says that it is from there (DMARC); `aligned` where it says nothing, but the mail
   * came from its servers (SPF) or has its signature (DKIM).
   */
  proof: 'passed' | 'aligned' | 'failed'
  /** Whether its sender may be told what becomes of it: who they are is proven, and they take answers of machines. */
  isAnswerable: boolean
  /** Whom it is to, in lower case. */
  recipients: string[]
  /** One line of at most 255 characters, or nothing. */
  subject: string
  /** What it says without the mail of ours that it answers and a signature; undefined where that cannot be read. */
  readReply: () => Contents | undefined
  /** All that it says, as far as it is read. */
  readAll: () => Contents | undefined
}

const headerOf = ({ headers }: Email, name: string): string | undefined =>
  headers
    .find(({ key }) => key === name)
    ?.value.trim()
    .toLowerCase()

/** Returns the keyword of a structured header, without comments and parameters; undefined if there is none. */
const keywordOf = (email: Email, name: string): string | undefined => {
  let value = headerOf(email, name) ?? ''
  // comments may be nested
  for (let depth = 0; depth < 10 && value.includes('('); depth += 1) value = value.replace(/\([^()]*\)/g, ' ')
  return /^[^\s;]+/.exec(value.trim())?.[0]
}

const isReport = (type = '') => type.startsWith('multipart/report')
const isCalendarReply = ({ type, method }: MailPart) => type === 'text/calendar' && method === 'REPLY'

/** Headers of auto-replies that are older than RFC 3834. */
const autoReplies = ['x-autoreply', 'x-autorespond', 'x-autoreply-from']

/** True for automatic mail (RFC 3834): auto-replies, mailing lists, bounces, and our own messages. */
const isAutomatic = (email: Email, parts: MailPart[], { returnPath }: Trace): boolean =>
  returnPath === '' ||
  ['auto-submitted', ...autoReplies].some((name) => (keywordOf(email, name) ?? 'no') !== 'no') ||
  ['bulk', 'junk', 'list', 'auto_reply'].includes(keywordOf(email, 'precedence') ?? '') ||
  ['x-mail-id', 'list-id'].some((name) => headerOf(email, name) !== undefined) ||
  isReport(headerOf(email, 'content-type')) ||
  parts.some(isCalendarReply)

/** What no machine is to answer, though a person may have written it. */
const unanswered = ['x-auto-response-suppress', 'list-unsubscribe', 'list-post']

/**
 * Returns the one address of the one `From`; undefined if there are more. A comma that is not quoted divides a name:
 * `isClear` is false then.
 */
const senderOf = ({ headers }: Email): { address: string; isClear: boolean } | undefined => {
  const lines = headers.filter(({ key }) => key === 'from')
  const all = lines.flatMap(({ value }) => addressParser(value, { flatten: true }))
  const addresses = all.flatMap(({ address = '' }) => (address.includes('@') ? address.toLowerCase() : []))
  const [address] = addresses
  if (lines.length !== 1 || addresses.length !== 1 || address === undefined) return undefined
  return { address, isClear: all.length === 1 }
}

/** Of a domain that says nothing, SPF or DKIM has to pass for that very one: which others are its own, nobody says. */
const proofOf = ({ dmarc, domains }: Trace, sender: string): ReceivedMail['proof'] => {
  const domain = sender.split('@').at(-1) ?? ''
  if (dmarc !== undefined && dmarc.domain !== domain) return 'failed'
  if (dmarc?.result === 'pass') return 'passed'
  const isSilent = dmarc === undefined || dmarc.result === 'none'
  return isSilent && domains.includes(domain) ? 'aligned' : 'failed'
}

/** How many addresses are looked at: whom the mail came for is the first, and each may cost a read of the table. */
const maxRecipients = 20

const recipientsOf = ({ to = [], cc = [] }: Email, { recipient }: Trace): string[] => {
  const named = [...to, ...cc].flatMap((one) => one.group ?? [one]).map(({ address }) => address)
  const all = new Set([recipient, ...named].flatMap((address) => address?.toLowerCase() ?? []))
  return [...all].slice(0, maxRecipients)
}

/** Reads a mail as SES has stored it; throws {@link MailRefusal} for what no person of ours can have written. */
export const readMail = async (raw: Uint8Array): Promise<ReceivedMail> => {
  const { email, parts } = await parseMail(raw).catch(() => {
    throw new MailRefusal('It cannot be read.')
  })
  const trace = readTrace(email.headerLines)
  if (!trace?.isClean) throw new MailRefusal('SES does not say that it has neither spam nor viruses.')
  if (isAutomatic(email, parts, trace)) throw new MailRefusal('It was sent automatically.')
  const sender = senderOf(email)
  if (sender === undefined) throw new MailRefusal('It is not from one address.')
  const proof = proofOf(trace, sender.address)
  if (!sender.isClear && proof !== 'passed') throw new MailRefusal('It is not from one clear address.')
  const isSilent = unanswered.some((name) => headerOf(email, name) !== undefined)
  return {
    id: email.messageId,
    sender: sender.address,
    proof,
    isAnswerable: proof === 'passed' && trace.returnPath !== undefined && !isSilent,
    recipients: recipientsOf(email, trace),
    subject: lineOf(email.subject ?? '', 255),
    readReply: () => receivedContents(parts, replyWords(parts)),
    readAll: () => receivedContents(parts, wholeWords(parts)),
  }
}
