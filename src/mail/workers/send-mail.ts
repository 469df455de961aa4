import { sendEmail } from '../../platform/aws/email.ts'
import { accessTokens, isExpiredToken } from '../../platform/identity/access-token.ts'
import type { StoredUser } from '../../platform/identity/user.ts'
import { readAll } from '../../platform/table/list/list.ts'
import { worker } from '../../platform/events/worker.ts'
import { makeLink } from '../account-link.ts'
import { makeRestoreLink } from '../former-email.ts'
import { emailFor } from '../catalogue.ts'
import { outgoingMailHeaders } from '../headers.ts'
import { mails, type MailType, type StoredMail } from '../mail.ts'
import { outgoing } from '../queues.ts'
import { findFormerRecipient, findRecipient, sendOnce, type Addressee } from '../send-once.ts'

interface LinkedMail {
  find: (mail: StoredMail) => Promise<Addressee | undefined>
  linkTo: (mail: StoredMail, user: Addressee) => Promise<string | undefined>
}

/** Mail types with a link to the account, and the functions that find recipient and link. */
const linked: Partial<Record<MailType, LinkedMail>> = {
  invitation: { find: ({ user_id }) => findRecipient(user_id, 'invitation'), linkTo: makeLink },
  password_reset: { find: ({ user_id }) => findRecipient(user_id, 'password_reset'), linkTo: makeLink },
  email_changed: {
    find: ({ user_id, to = '' }) => findFormerRecipient(user_id, to),
    linkTo: makeRestoreLink,
  },
}

/** Adds the number of access tokens of programs that stay valid to a mail about a new password. */
const withTokens = async (mail: StoredMail, { token_epoch }: StoredUser): Promise<StoredMail> => {
  if (mail.type !== 'password_changed') return mail
  const stored = await readAll(accessTokens.in('all', mail))
  const tokens = String(stored.filter((token) => !isExpiredToken(token, token_epoch)).length)
  return { ...mail, params: { ...mail.params, tokens } }
}

/** Sends a mail if its recipient and the subject of its link still exist. */
const deliverMail = async (stored: StoredMail): Promise<void> => {
  const { find, linkTo } = linked[stored.type] ?? {}
  const user = await (find?.(stored) ?? findRecipient(stored.user_id))
  if (!user) return
  const mail = await withTokens(stored, user)
  const link = await linkTo?.(mail, user)
  if (linkTo && link === undefined) return
  const headers = outgoingMailHeaders(mail)
  await sendEmail({ user_id: user.id, to: user.email, headers, ...(await emailFor(user, mail, link)) })
}

export const sendMail = worker(outgoing, {}, async (key) => {
  await sendOnce(mails, key, deliverMail, { ended: { quote: null } })
})
