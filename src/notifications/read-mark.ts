import * as z from '../platform/schema/schema.ts'
import { entity, keyWithin, type ThingOf } from '../platform/table/entity.ts'
import { users } from '../platform/identity/user.ts'
import type { StoredNotification } from './notification.ts'

/**
 * Marks everything that has been unread since before `before` (an ID, so a time) as read: one item for any number of
 * notifications.
 */
export const readMarks = entity({
  name: 'notifications.read_mark',
  schema: z.object({ user_id: z.string(), before: z.string(), read_at: z.string() }),
  key: keyWithin('user_id', users, () => 'notifications-read'),
})

type ReadMark = ThingOf<typeof readMarks> | undefined
type Markable = Pick<StoredNotification, 'read_at' | 'unread_since'>

/** Returns a notification with the read mark of its recipient applied. */
export const withReadMark = <N extends Markable>(notification: N, mark: ReadMark): N => {
  const isBefore = mark !== undefined && notification.unread_since <= mark.before
  return { ...notification, read_at: notification.read_at ?? (isBefore ? mark.read_at : null) }
}
