import { mails, newMail, type RefusalReason } from '../mail/mail.ts'
import { derivedId } from '../platform/runtime/id.ts'
import { answerContact, type ReplyMail } from '../support/correspondence/contact-mail.ts'
import type { OmittedFiles, InboundMessage, Sender } from './inbound-message.ts'
import type { ReceivedMail } from './received-mail.ts'

/** Maximum number of files named. */
const maxNames = 20

/** Message-ID that is safe to repeat in a header. */
const messageId = /^<[\x21-\x3b\x3d\x3f-\x7e]{1,250}>$/

/** Returns the parameters of every reply to a mail. */
const replyParameters = (mail: ReceivedMail) => ({
  subject: mail.subject || '…',
  in_reply_to: messageId.test(mail.id ?? '') ? mail.id : undefined,
})

/**
 * Returns the ID of the only reply to a mail; an ID with the current time would allow another reply to a redelivered
 * mail.
 */
const mailReplyId = (id: string) => derivedId(0, `reply#${id}`)

/** Stores the reply to a mail, unless one with this ID is stored already. */
const answerSender = async ({ actor, isContact }: Sender, reply: ReplyMail): Promise<void> => {
  if (isContact) return answerContact(actor.id, reply)
  const { id, type, params, quote } = reply
  await mails.ensure({ ...newMail(actor.id, type, params as never, id), quote })
}

/**
 * Notifies the sender of a mail why it was rejected, and quotes their text: once per Message-ID, and only if the sender
 * is authenticated (decision 0058).
 */
export const mailRefusal = async (
  sender: Sender,
  mail: ReceivedMail,
  { id, text }: Pick<InboundMessage, 'id' | 'text'>,
  reason: RefusalReason,
): Promise<void> => {
  if (!mail.isAnswerable) return
  const params = { ...replyParameters(mail), reason }
  await answerSender(sender, { id: mailReplyId(id), type: 'reply_refused', params, quote: text || null })
}

/** Notifies the sender of a mail that some of its files were rejected, under the same conditions. */
export const mailOmittedFiles = async (
  sender: Sender,
  mail: ReceivedMail,
  { id }: Pick<InboundMessage, 'id'>,
  { files, maxFiles }: OmittedFiles,
): Promise<void> => {
  if (!mail.isAnswerable) return
  const names = files.slice(0, maxNames).concat(files.length > maxNames ? '…' : [])
  const params = {
    ...replyParameters(mail),
    files: names.join(', ').toWellFormed(),
    max: maxFiles === 0 ? 'none' : String(maxFiles),
  }
  await answerSender(sender, { id: mailReplyId(id), type: 'reply_without_files', params, quote: null })
}
