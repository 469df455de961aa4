import { readList, type PageRequest } from '../platform/table/list/list.ts'
import { maxCount } from '../platform/schema/fields.ts'
import { isAmong } from '../platform/schema/list-fields.ts'
import { users } from '../platform/identity/user.ts'
import { isExpiredNotification, notifications, type StoredNotification } from './notification.ts'
import { withReadMark, readMarks } from './read-mark.ts'
import { presenterFor } from './catalogue.ts'

interface Filters extends PageRequest {
  unread?: boolean | undefined
  type?: StoredNotification['type'][] | undefined
}

/** Returns a page of a person's notifications, newest first, and the number of unread ones; one round trip. */
export const queryInbox = async (user_id: string, { unread, type, ...page }: Filters) => {
  const unreadOnes = notifications.in('unread', { user_id, read_at: null })
  const source = unread ? unreadOnes : notifications.in('all', { user_id })
  const isOfType = type && ((notification: StoredNotification) => isAmong(type, notification.type))
  const [found, newest, mark, person] = await Promise.all([
    readList(source, page, isOfType),
    readList(unreadOnes, { limit: maxCount }),
    readMarks.find({ user_id }),
    users.find({ id: user_id }),
  ])

  // the list ends at the read mark, or for all notifications at the first expired one
  const seen = found.items.map((notification) => withReadMark(notification, mark))
  const isBehindAll = unread ? ({ read_at }: StoredNotification) => read_at !== null : isExpiredNotification
  const items = seen.filter(
    (notification) => !isExpiredNotification(notification) && !(unread && notification.read_at),
  )
  const unreadNow = newest.items.filter((notification) => withReadMark(notification, mark).read_at === null)
  return {
    items: items.map(await presenterFor(person)),
    next_cursor: seen.some(isBehindAll) ? null : found.next_cursor,
    unread_count: unreadNow.filter((notification) => !isExpiredNotification(notification)).length,
  }
}
