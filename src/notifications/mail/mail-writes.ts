import type { Operation } from '../../platform/table/operation.ts'
import type { StoredNotification } from '../notification.ts'
import type { Recipient } from './recipients.ts'
import { toSchedule } from './digest.ts'
import { notificationMails } from './notification-mail.ts'

/** Returns the writes that mail a notification as the recipient has chosen: immediately, later, or in a digest. */
export const toMailNotification = (
  { in_app, mail, send_at, digest }: Recipient,
  notification: StoredNotification,
): Operation[] => {
  const { id, user_id, type, created_at } = notification
  const row = { id, user_id, type, notice: notification, in_app, created_at }
  if (digest) {
    const waiting = { ...row, send_at: digest.send_at, digest_id: digest.id }
    // the digest finds daily notifications that are in the application by itself
    return in_app && mail === 'daily' ? [] : [notificationMails.toCreate(notificationMails.make(waiting))]
  }
  if (mail === 'none') return []
  const made = notificationMails.make({ ...row, send_at })
  return [notificationMails.toCreate(made), ...(send_at === null ? [] : [toSchedule(made, send_at)])]
}
