import { sendEmail } from '../../platform/aws/email.ts'
import { worker } from '../../platform/events/worker.ts'
import { users } from '../../platform/identity/user.ts'
import { mailEnvironment } from '../../platform/runtime/environment.ts'
import { epochSeconds, now } from '../../platform/runtime/time.ts'
import { writeItem } from '../../platform/table/table.ts'
import { makeLink } from '../account-link.ts'
import { emailFor } from '../catalogue.ts'
import { mails, type StoredMail } from '../mail.ts'
import { outgoing } from '../queues.ts'

/** Longer than a call of SES may take. */
const claimSeconds = 30

/** Sends a mail, if there is still somebody and something to send. */
const deliver = async (mail: StoredMail): Promise<void> => {
  const user = await users.find({ id: mail.user_id })
  if (mailEnvironment.from === undefined || !user?.is_active || user.email === null) return
  const isLinked = mail.type === 'invitation' || mail.type === 'password_reset'
  const link = isLinked ? await makeLink(mail) : undefined
  if (isLinked && link === undefined) return
  const headers = { 'X-Mail-Id': mail.id, 'Auto-Submitted': 'auto-generated' }
  await sendEmail({ to: user.email, headers, ...(await emailFor(user, mail, link)) })
}

/**
 * Sends a mail once: of several runs at a time one claims it. One that is killed between SES's answer and its own note
 * is repeated all the same, since a mail too many is better than none (decision 0054).
 */
export const sendMail = worker(outgoing, {}, async (key) => {
  const mail = await mails.find(key)
  if (!mail || mail.done_at !== null) return
  if (mail.claimed_until > epochSeconds()) throw new Error('Another run may be sending this mail.')
  const claim = mails.toUpdate(mail, { claimed_until: epochSeconds() + claimSeconds })
  await writeItem(claim)
  const end = (changes: Partial<StoredMail>) => writeItem(mails.toUpdate(claim.thing, changes))
  await deliver(mail).catch(async (error: unknown) => {
    await end({ claimed_until: 0 })
    throw error
  })
  await end({ done_at: now() })
})
