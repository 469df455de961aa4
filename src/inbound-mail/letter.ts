import { createHash } from 'node:crypto'
import type { ReplyTarget } from '../mail/reply-address.ts'
import { callDirectly } from '../platform/http/direct-call.ts'
import type { EndpointHandler } from '../platform/http/endpoint.ts'
import type { Actor } from '../platform/identity/actor.ts'
import type { ReceivedFile, ReceivedMail } from './received-mail.ts'
import { MailRefusal } from './refusal.ts'

/** What a mail says, under the id by which it is known when it comes again. */
export interface Letter extends Pick<ReceivedMail, 'subject' | 'files'> {
  id: string
  text: string
}

/** How many files go with a message; those of more are left out. */
const maxFiles = 10

/** What is left out of a letter: the files beyond as many as are taken. */
export interface LeftOut {
  files: string[]
  maxFiles: number
}

const leftOut = ({ files }: Letter, taken: number): LeftOut => ({
  files: files.slice(taken).map(({ name }) => name),
  maxFiles: taken,
})

/** How long an upload may take, in milliseconds. */
const uploadMilliseconds = 20_000

/** Longer than a mail is in the bucket, from where it may be read again (infra/bucket.yml): 30 days. */
const keySeconds = 32 * 86_400

/** Runs endpoints as the sender of a mail, each call once however often the mail comes. */
const posterOf = (actor: Actor, mail_id: string) => {
  const key = createHash('sha256').update(mail_id).digest('base64url')
  return async <T>(
    part: string,
    endpoint: unknown,
    body: object,
    params: Record<string, string> = {},
  ): Promise<T> => {
    const headers = { 'idempotency-key': `mail#${key}#${part}` }
    const by = { headers, address: '', keySeconds, actor, origin: { via: 'mail' } } as const
    return (await callDirectly(
      endpoint as EndpointHandler,
      { params, query: {}, body: { ...body } },
      by,
    )) as T
  }
}

type Post = ReturnType<typeof posterOf>

interface NewFile {
  file: { id: string }
  upload: { url: string; headers: Record<string, string> }
}

/** Uploads the files of a mail as its sender would. Gives their ids. */
const uploadFiles = async (post: Post, files: ReceivedFile[]): Promise<string[]> => {
  const { createFile } = await import('../files/endpoints/create-file.ts')
  const ids: string[] = []
  for (const [index, { name, content_type, bytes }] of files.slice(0, maxFiles).entries()) {
    const size = bytes.byteLength
    const { file, upload } = await post<NewFile>(`file-${index}`, createFile, { name, content_type, size })
    const signal = AbortSignal.timeout(uploadMilliseconds)
    const { ok, status } = await fetch(upload.url, {
      method: 'PUT',
      headers: upload.headers,
      body: bytes,
      signal,
    })
    // an upload that was done before is refused
    if (!ok && status !== 412) throw new Error(`An upload of a file of a mail was answered with ${status}.`)
    ids.push(file.id)
  }
  return ids
}

const addMessage = async (post: Post, ticket_id: string, letter: Letter): Promise<LeftOut> => {
  const { text, files } = letter
  const { createMessage } = await import('../support/endpoints/create-message.ts')
  const attachments = await uploadFiles(post, files)
  const said = text === '' ? files.map(({ name }) => name).join('\n') : text
  await post('message', createMessage, { ticket_id, text: said, attachments })
  return leftOut(letter, maxFiles)
}

/** Writes an answer to a thing as its sender. Throws what refuses it. */
export const postReply = async (actor: Actor, { type, id }: ReplyTarget, mail: Letter): Promise<LeftOut> => {
  const post = posterOf(actor, mail.id)
  if (type === 'ticket') return addMessage(post, id, mail)
  if (mail.text === '') throw new MailRefusal('It says nothing but has files.', 'unreadable')
  const { createComment } =
    type === 'task'
      ? await import('../task/endpoints/create-comment.ts')
      : await import('../wiki/endpoints/create-comment.ts')
  await post('comment', createComment, { text: mail.text }, { id })
  return leftOut(mail, 0)
}

/** Opens a ticket as the sender of a mail; with files, its text is a message that has them. */
export const postTicket = async (actor: Actor, category: string, mail: Letter): Promise<LeftOut> => {
  const post = posterOf(actor, mail.id)
  const { createTicket } = await import('../support/endpoints/create-ticket.ts')
  const subject = mail.subject.slice(0, 255) || mail.text.split('\n', 1)[0]?.slice(0, 255) || category
  const description = mail.files.length === 0 ? mail.text : null
  const { id } = await post<{ id: string }>('ticket', createTicket, { subject, description, category })
  return description === null ? addMessage(post, id, mail) : leftOut(mail, maxFiles)
}
