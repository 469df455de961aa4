import type { Operation } from '../../platform/table/operation.ts'
import type { StoredNotification } from '../notification.ts'
import type { Recipient } from '../recipients.ts'
import { toSchedule } from './digest.ts'
import { noticeMails } from './notice-mail.ts'

/** The writes that mail somebody a notice, if they want that: at once, later, or in a digest that has no other way. */
export const toMailNotice = (
  { in_app, mail, send_at, digest }: Recipient,
  notice: StoredNotification,
): Operation[] => {
  const { id, user_id, type, created_at } = notice
  const row = { id, user_id, type, notice, in_app, created_at }
  if (digest) {
    const waiting = { ...row, send_at: digest.send_at, digest_id: digest.id }
    // of what is in the application a digest finds what it tells every day
    return in_app && mail === 'daily' ? [] : [noticeMails.toCreate(noticeMails.make(waiting))]
  }
  if (mail === 'none') return []
  const made = noticeMails.make({ ...row, send_at })
  return [noticeMails.toCreate(made), ...(send_at === null ? [] : [toSchedule(made, send_at)])]
}
