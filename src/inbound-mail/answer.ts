import { mails, newMail, type RefusalReason } from '../mail/mail.ts'
import { derivedId } from '../platform/runtime/id.ts'
import type { LeftOut, Letter } from './letter.ts'
import type { ReceivedMail } from './received-mail.ts'

/** How many files are named. */
const maxNames = 20

/** A Message-ID as it may stand in a header; others are not repeated. */
const messageId = /^<[\x21-\x3b\x3d\x3f-\x7e]{1,250}>$/

/** What an answer says of a mail, whatever it tells. */
const aboutOf = (mail: ReceivedMail) => ({
  subject: mail.subject || '…',
  in_reply_to: messageId.test(mail.id ?? '') ? mail.id : undefined,
})

/** The one answer to a mail: a time of its own would make another of it when the mail comes again. */
const answerIdOf = (id: string) => derivedId(0, `reply#${id}`)

/**
 * Tells the sender of a mail why nothing was made of it, with what they have written: once for a Message-ID, and only
 * where it is sure that they have sent it (decision 0058).
 */
export const tellRefusal = async (
  user_id: string,
  mail: ReceivedMail,
  { id, text }: Pick<Letter, 'id' | 'text'>,
  reason: RefusalReason,
): Promise<void> => {
  if (!mail.isAnswerable) return
  const answer = newMail(user_id, 'reply_refused', { ...aboutOf(mail), reason }, answerIdOf(id))
  await mails.ensure({ ...answer, quote: text || null })
}

/** Tells the sender of a mail in the same way that some of its files were not taken. */
export const tellLeftOut = async (
  user_id: string,
  mail: ReceivedMail,
  { id }: Pick<Letter, 'id'>,
  { files, maxFiles }: LeftOut,
): Promise<void> => {
  if (!mail.isAnswerable) return
  const names = files.slice(0, maxNames).concat(files.length > maxNames ? '…' : [])
  const params = {
    ...aboutOf(mail),
    files: names.join(', ').toWellFormed(),
    max: maxFiles === 0 ? 'none' : String(maxFiles),
  }
  await mails.ensure(newMail(user_id, 'reply_without_files', params, answerIdOf(id)))
}
