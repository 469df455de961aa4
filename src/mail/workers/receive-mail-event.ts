import { worker } from '../../platform/events/worker.ts'
import { toEmailStatus, users, type StoredUser } from '../../platform/identity/user.ts'
import { parseMailFailure } from '../mail-event.ts'
import { mailEvents } from '../queues.ts'

/** Stops mail to an address that has bounced permanently, or whose owner has complained (decision 0058). */
export const receiveMailEvent = worker(mailEvents, {}, async ({ Message }) => {
  const refusal = parseMailFailure(Message)
  const user = refusal && (await users.find({ id: refusal.user_id }))
  if (!user) return
  const { email, status: email_status } = refusal
  // the address may have changed since; the first status is kept
  const isNews = (now: StoredUser) => now.email === email.toLowerCase() && toEmailStatus(now) === 'ok'
  await users.update(user, (now) => (isNews(now) ? { email_status } : {}))
})
