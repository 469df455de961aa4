import { sendEmail } from '../../platform/aws/email.ts'
import { worker } from '../../platform/events/worker.ts'
import { makeLink } from '../account-link.ts'
import { emailFor } from '../catalogue.ts'
import { mails, type StoredMail } from '../mail.ts'
import { outgoing } from '../queues.ts'
import { findRecipient, sendOnce } from '../delivery.ts'

/** Says that nobody has written it, and to what it is the answer (RFC 3834 section 3.1). */
const headersOf = ({ id, type, params: { in_reply_to } }: StoredMail): Record<string, string> => ({
  'X-Mail-Id': id,
  'Auto-Submitted': type.startsWith('reply_') ? 'auto-replied' : 'auto-generated',
  ...(in_reply_to && { 'In-Reply-To': in_reply_to, References: in_reply_to }),
})

/** Sends a mail, if there is still somebody and something to send. */
const deliver = async (mail: StoredMail): Promise<void> => {
  const user = await findRecipient(mail.user_id)
  if (!user) return
  const isLinked = mail.type === 'invitation' || mail.type === 'password_reset'
  const link = isLinked ? await makeLink(mail, user) : undefined
  if (isLinked && link === undefined) return
  const headers = headersOf(mail)
  await sendEmail({ user_id: user.id, to: user.email, headers, ...(await emailFor(user, mail, link)) })
}

/** Sends a mail about an account. */
export const sendMail = worker(outgoing, {}, async (key) => {
  await sendOnce(mails, key, deliver, { ended: { quote: null } })
})
