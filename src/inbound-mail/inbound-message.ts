import type { ReplyTarget } from '../mail/reply-address.ts'
import { callInProcess } from '../platform/http/in-process-call.ts'
import type { EndpointHandler } from '../platform/http/endpoint.ts'
import type { Actor } from '../platform/identity/actor.ts'
import { Problem } from '../platform/runtime/problem.ts'
import { hashSecret } from '../platform/runtime/secret.ts'
import { toSingleLine } from './line.ts'
import type { Contents } from './contents.ts'
import type { ReceivedFile } from './received-file.ts'
import { MailRefusal } from './refusal.ts'

/** Content of a mail; a redelivered mail has the same `id`. */
export interface InboundMessage extends Contents {
  id: string
  subject: string
}

/**
 * Sender of a mail: a person with an account, or a contact, who may act only as the requester of their own tickets.
 */
export interface Sender {
  actor: Actor
  isContact: boolean
}

/** Maximum number of files per message; further files are left out. */
const maxFiles = 10

/** Files that are left out: rejected ones, and those beyond `maxFiles`. */
export interface OmittedFiles {
  files: string[]
  maxFiles: number
}

const fileNames = (files: ReceivedFile[]): string[] => files.map(({ name }) => name)

/** Maximum length of the line that names files (characters). */
const maxNoteCharacters = 500

/** Appends a line that names the missing files, so that readers of the message know of them. */
const withOmittedFiles = (text: string, { files }: OmittedFiles): string =>
  files.length === 0
    ? text
    : `${text}\n\n${toSingleLine(`Files not added: ${files.join(', ')}`, maxNoteCharacters)}`

/** Time limit for an upload (ms). */
const uploadMilliseconds = 20_000

/**
 * Retention time of idempotency keys (s): longer than the 30 days for which a mail is in the bucket, from where it may
 * be read again (infra/template/bucket.yml).
 */
const keySeconds = 32 * 86_400

/**
 * Returns a function that calls endpoints as the sender of a mail, each call once however often the mail is
 * redelivered.
 */
const makePoster = ({ actor, isContact: isGuest }: Sender, mail_id: string) => {
  const key = hashSecret(mail_id)
  return <Body extends Record<string, unknown>, Answer>(
    part: string,
    endpoint: EndpointHandler<Body, unknown, Answer>,
    body: NoInfer<Body>,
    params: Record<string, string> = {},
  ): Promise<Answer> => {
    const headers = { 'idempotency-key': `mail#${key}#${part}` }
    const by = { headers, address: '', keySeconds, actor, isGuest, origin: { via: 'mail' } } as const
    return callInProcess(endpoint, { params, query: {}, body: { ...body } }, by)
  }
}

type Post = ReturnType<typeof makePoster>

/** Creates a file of the sender. Returns undefined for a rejected file, so that the text of the mail is not lost. */
const makeFile = async (post: Post, part: string, { name, content_type, bytes }: ReceivedFile) => {
  const { createFile } = await import('../files/endpoints/create-file.ts')
  try {
    return await post(part, createFile, { name, content_type, size: bytes.byteLength })
  } catch (error) {
    if (error instanceof Problem && [413, 422].includes(error.status)) return undefined
    throw error
  }
}

/** Uploads the files of a mail as its sender. Returns the IDs of the accepted files, and the names of the others. */
const uploadFiles = async (post: Post, files: ReceivedFile[]) => {
  const left: OmittedFiles = { files: fileNames(files.slice(maxFiles)), maxFiles }
  const attachments: string[] = []
  for (const [index, one] of files.slice(0, maxFiles).entries()) {
    const made = await makeFile(post, `file-${index}`, one)
    if (!made) {
      left.files.push(one.name)
      continue
    }
    const { url, headers } = made.upload
    const signal = AbortSignal.timeout(uploadMilliseconds)
    const { ok, status } = await fetch(url, { method: 'PUT', headers, body: one.bytes, signal })
    // 412: an earlier attempt uploaded the file already
    if (!ok && status !== 412) throw new Error(`The upload of a file of an email returned status ${status}.`)
    attachments.push(made.file.id)
  }
  return { attachments, left }
}

interface Message {
  ticket_id: string
  text: string
  attachments: string[]
}

/**
 * Posts a message to a ticket; if a merge has moved its messages, to their new ticket. It follows one merge at a time,
 * so that a redelivered mail makes the same calls even if its ticket was merged after an interrupted delivery.
 */
const postTicketMessage = async (post: Post, message: Message, part = 'message'): Promise<void> => {
  const { createMessage } = await import('../support/endpoints/create-message.ts')
  try {
    await post(part, createMessage, { ...message })
  } catch (error) {
    if (!(error instanceof Problem && error.code === 'support.ticket_merged')) throw error
    const { tickets } = await import('../support/ticket/ticket.ts')
    const { merged } = await tickets.get({ id: message.ticket_id })
    if (!merged) throw error
    await postTicketMessage(post, { ...message, ticket_id: merged.into }, `merged-${part}`)
  }
}

const requireMailText = (text: string): string => {
  if (text === '') throw new MailRefusal('The mail has no text.', 'unreadable')
  return text
}

const answerTicket = async (post: Post, ticket_id: string, mail: InboundMessage): Promise<OmittedFiles> => {
  const text = requireMailText(mail.text || fileNames(mail.files.slice(0, maxFiles)).join('\n'))
  const { attachments, left } = await uploadFiles(post, mail.files)
  await postTicketMessage(post, { ticket_id, text: withOmittedFiles(text, left), attachments })
  return left
}

/** Posts a reply to a resource as its sender. Throws the problem of the endpoint that rejects it. */
export const postReply = async (
  sender: Sender,
  { type, id }: ReplyTarget,
  mail: InboundMessage,
): Promise<OmittedFiles> => {
  const post = makePoster(sender, mail.id)
  if (type === 'ticket') return answerTicket(post, id, mail)
  const { createComment }: { createComment: EndpointHandler<{ text: string }> } =
    type === 'task'
      ? await import('../task/endpoints/create-comment.ts')
      : await import('../wiki/endpoints/create-comment.ts')
  await post('comment', createComment, { text: requireMailText(mail.text) }, { id })
  return { files: fileNames(mail.files), maxFiles: 0 }
}

/** Opens a ticket as the sender of a mail. If there are files, the text becomes a message that has them attached. */
export const postTicket = async (
  sender: Sender,
  category: string,
  mail: InboundMessage,
): Promise<OmittedFiles> => {
  const post = makePoster(sender, mail.id)
  const written = requireMailText(
    mail.text || mail.subject || fileNames(mail.files.slice(0, maxFiles)).join('\n'),
  )
  // uploaded first, so that a failed upload cannot leave a ticket without its message
  const { attachments, left } = await uploadFiles(post, mail.files)
  const text = withOmittedFiles(written, left)
  const { createTicket } = await import('../support/endpoints/create-ticket.ts')
  const subject = mail.subject || toSingleLine(written.split('\n', 1).join(), 255) || category
  const description = attachments.length === 0 ? text : null
  const requester = sender.isContact ? { contact_id: sender.actor.id } : {}
  const ticket = await post('ticket', createTicket, { subject, description, category, ...requester })
  if (description === null) await postTicketMessage(post, { ticket_id: ticket.id, text, attachments })
  return left
}
