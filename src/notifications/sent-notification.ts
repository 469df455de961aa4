import pMap from 'p-map'
import { mailEnvironment } from '../platform/runtime/environment.ts'
import { now } from '../platform/runtime/time.ts'
import { notificationMails, type NotificationMail } from './mail/notification-mail.ts'
import { notificationId, notifications, type NotifiedEvent } from './notification.ts'
import { logOutcome } from './outcome.ts'
import { readMarks, withReadMark } from './read-mark.ts'

/** Maximum number of concurrent writes. */
const concurrency = 25

/** Returns true if a person has read a notification; undefined if there is no such notification. */
export const findIsRead = async (user_id: string, event: NotifiedEvent): Promise<boolean | undefined> => {
  const id = notificationId(event, user_id)
  const [found, mark] = await Promise.all([notifications.find({ user_id, id }), readMarks.find({ user_id })])
  return found && withReadMark(found, mark).read_at !== null
}

/** Marks a notification as read after its recipient has read the resource itself. */
export const markNotificationAsRead = async (user_id: string, event: NotifiedEvent): Promise<void> => {
  const found = await notifications.find({ user_id, id: notificationId(event, user_id) })
  if (found)
    await notifications.updateIfThere(found, ({ read_at }) => (read_at === null ? { read_at: now() } : {}))
}

/** Deletes notifications and their unsent mails, for example because the quoted text was deleted. */
export const withdraw = async (user_ids: string[], event: NotifiedEvent): Promise<void> => {
  const keys = user_ids.map((user_id) => ({ user_id, id: notificationId(event, user_id) }))
  const mailed = mailEnvironment.from === undefined ? [] : await notificationMails.findMany(keys)
  await pMap(keys, (key) => notifications.remove(key), { concurrency })
  const waiting = mailed.filter((mail) => mail !== undefined && mail.notice !== null)
  await pMap(waiting, (mail) => notificationMails.remove(mail as NotificationMail), { concurrency })
  if (user_ids.length > 0) logOutcome({ cause: event.cause }, 'withdrawn', user_ids)
}
