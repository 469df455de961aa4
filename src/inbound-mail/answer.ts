import { mails, newMail, type RefusalReason } from '../mail/mail.ts'
import { derivedId } from '../platform/runtime/id.ts'
import type { Letter } from './letter.ts'
import type { ReceivedMail } from './received-mail.ts'

/** How much of a subject is repeated. */
const maxSubject = 200

/** A Message-ID as it may stand in a header; others are not repeated. */
const messageId = /^<[\x21-\x3b\x3d\x3f-\x7e]{1,250}>$/

/**
 * Tells the sender of a mail why nothing was made of it, with what they have written: once for a Message-ID, and only
 * where it is sure that they have sent it (decision 0058).
 */
export const tellRefusal = async (
  user_id: string,
  { isAnswerable, id: message_id = '' }: ReceivedMail,
  { id, subject, text }: Pick<Letter, 'id' | 'subject' | 'text'>,
  reason: RefusalReason,
): Promise<void> => {
  if (!isAnswerable) return
  const params = {
    subject:
      subject
        .replace(/\p{Cc}/gu, ' ')
        .slice(0, maxSubject)
        .toWellFormed() || '…',
    reason,
    in_reply_to: messageId.test(message_id) ? message_id : undefined,
  }
  // a time of its own would make another mail of it when it comes again
  const mail = newMail(user_id, 'reply_refused', params, derivedId(0, `reply#${id}`))
  await mails.ensure({ ...mail, quote: text || null })
}
