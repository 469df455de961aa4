import PostalMime, { addressParser, type Attachment, type Email } from 'postal-mime'
import { receivedContents, type Contents } from './contents.ts'
import { lineOf } from './line.ts'
import { MailRefusal } from './refusal.ts'
import { replyWords, wholeWords } from './reply-text.ts'
import { readTrace, type Trace } from './trace.ts'

/** Of what is deeper or has longer headers nothing is taken; a mail in a mail is a file. */
const limits = { maxNestingDepth: 50, maxHeadersSize: 262_144, maxRfc822NestingDepth: 0 }

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

const isReport = (type = '') => type.startsWith('multipart/report')
const isCalendarReply = ({ mimeType, method }: Attachment) =>
  mimeType === 'text/calendar' && method === 'REPLY'

/** What no person has written (RFC 3834): answers of machines, lists, bounces, and what we have sent ourselves. */
const isAutomatic = (email: Email, { returnPath }: Trace): boolean =>
  returnPath === '' ||
  (headerOf(email, 'auto-submitted') ?? 'no') !== 'no' ||
  ['bulk', 'junk', 'list', 'auto_reply'].includes(headerOf(email, 'precedence') ?? '') ||
  ['x-mail-id', 'list-id'].some((name) => headerOf(email, name) !== undefined) ||
  isReport(headerOf(email, 'content-type')) ||
  email.attachments.some(isCalendarReply)

/** What no machine is to answer, though a person may have written it. */
const unanswered = ['x-auto-response-suppress', 'list-unsubscribe', 'list-post']

/** The one address of the one `From`; whom a mail with more of them is from, nobody knows. */
const senderOf = ({ headers }: Email): string | undefined => {
  const lines = headers.filter(({ key }) => key === 'from')
  const [sender, ...others] = lines.flatMap(({ value }) => addressParser(value, { flatten: true }))
  return others.length === 0 ? sender?.address?.toLowerCase() : undefined
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
  const email = await PostalMime.parse(raw, limits).catch(() => {
    throw new MailRefusal('It cannot be read.')
  })
  const trace = readTrace(email.headerLines)
  if (!trace?.isClean) throw new MailRefusal('SES does not say that it has neither spam nor viruses.')
  if (isAutomatic(email, trace)) throw new MailRefusal('It was sent automatically.')
  const sender = senderOf(email)
  if (sender === undefined) throw new MailRefusal('It is not from one address.')
  const proof = proofOf(trace, sender)
  const isSilent = unanswered.some((name) => headerOf(email, name) !== undefined)
  return {
    id: email.messageId,
    sender,
    proof,
    isAnswerable: proof === 'passed' && trace.returnPath !== undefined && !isSilent,
    recipients: recipientsOf(email, trace),
    subject: lineOf(email.subject ?? '', 255),
    readReply: () => receivedContents(email, replyWords(email)),
    readAll: () => receivedContents(email, wholeWords(email)),
  }
}
