import { worker } from '../../platform/events/worker.ts'
import { toEmailStatus, users, type StoredUser } from '../../platform/identity/user.ts'
import { parseMailFailure } from '../../mail/mail-event.ts'
import { mailEvents } from '../../mail/queues.ts'
import { refuseContactEmail } from '../../support/contact/changes.ts'

/**
 * Stops mail to the address of a person or contact that has bounced permanently, or whose owner has complained
 * (decision 0058).
 */
export const receiveMailEvent = worker(mailEvents, {}, async ({ Message }) => {
  const refusal = parseMailFailure(Message)
  if (!refusal) return
  const { status: email_status, user_id: id } = refusal
  const email = refusal.email.toLowerCase()
  const user = await users.find({ id })
  if (!user) return refuseContactEmail({ id, email }, email_status)
  // the address may have changed since; the first status is kept
  const isNews = (now: StoredUser) => now.email === email && toEmailStatus(now) === 'ok'
  await users.update(user, (now) => (isNews(now) ? { email_status } : {}))
})
