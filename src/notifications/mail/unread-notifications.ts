import { idTime } from '../../platform/runtime/id.ts'
import { readAll, readList } from '../../platform/table/list/list.ts'
import { notifications, type StoredNotification } from '../notification.ts'
import { channelsFor, preferences } from '../preferences.ts'
import { readMarks, withReadMark } from '../read-mark.ts'
import { isMailable, notificationMails, type NotificationMail } from './notification-mail.ts'

/** Maximum number of unread notifications read for a digest. */
const maxUnread = 200

/**
 * Returns a function that returns a person's current choice of mail for a notification, which they may have turned off
 * or muted since.
 */
const loadMailChoice = async (user_id: string) => {
  const chosen = (await preferences.find({ user_id })) ?? preferences.make({ user_id })
  return (notification: StoredNotification) => channelsFor(chosen, notification).mail
}

const isStillUnread = async ({ user_id, id }: NotificationMail): Promise<boolean> => {
  const [stored, mark] = await Promise.all([notifications.find({ user_id, id }), readMarks.find({ user_id })])
  return stored !== undefined && withReadMark(stored, mark).read_at === null
}

/**
 * Returns the notification of a mail; nothing if the person has turned it off or read it while the mail was delayed.
 */
export const readMailNotification = async (mail: NotificationMail): Promise<StoredNotification[]> => {
  const { user_id, notice: notification, in_app, send_at } = mail
  const [mailOf, isNews] = await Promise.all([
    loadMailChoice(user_id),
    in_app && send_at !== null ? isStillUnread(mail) : true,
  ])
  return notification && isNews && mailOf(notification) !== 'none' ? [notification] : []
}

/** Maximum number of earlier digests considered: one per day, and one per change of the time zone. */
const maxDigests = 10

const isInPeriod = (of: NotificationMail['of'], time: number): boolean =>
  of !== undefined && time >= Date.parse(of.since) && time < Date.parse(of.until)

/**
 * Returns the notifications that became unread in the period of a digest and still are. After a change of the person's
 * time zone, an earlier digest may have contained a part of them.
 */
const readUnread = async ({ user_id, of }: NotificationMail): Promise<StoredNotification[]> => {
  const [{ items }, { items: digests }, mark] = await Promise.all([
    readList(notifications.in('unread', { user_id, read_at: null }), { limit: maxUnread }),
    readList(notificationMails.in('digests', { user_id }), { limit: maxDigests }),
    readMarks.find({ user_id }),
  ])
  const sent = digests.filter(({ done_at }) => done_at !== null)
  return items.filter((notification) => {
    const time = idTime(notification.unread_since)
    if (!isMailable(notification, time)) return false
    const isUnread = withReadMark(notification, mark).read_at === null
    return isUnread && isInPeriod(of, time) && !sent.some((digest) => isInPeriod(digest.of, time))
  })
}

/**
 * Returns the notifications of a digest that its recipient still wants: unread ones that were not mailed yet, and those
 * that waited for the digest because they are not in the application or exceeded the limit of immediate mails.
 */
export const readDigestNotifications = async (digest: NotificationMail): Promise<StoredNotification[]> => {
  const [mailOf, unread, waiting] = await Promise.all([
    loadMailChoice(digest.user_id),
    readUnread(digest),
    readAll(notificationMails.in('ofDigest', { digest_id: digest.id })),
  ])
  const daily = unread.filter((notification) => mailOf(notification) === 'daily')
  const mailed = await notificationMails.findMany(daily)
  const isNews = await Promise.all(waiting.map(async (mail) => !mail.in_app || isStillUnread(mail)))
  const alone = waiting.flatMap(({ notice: notification }, index) =>
    notification && isNews[index] && mailOf(notification) !== 'none' ? notification : [],
  )
  return [...daily.filter((_, index) => !mailed[index]), ...alone]
}
