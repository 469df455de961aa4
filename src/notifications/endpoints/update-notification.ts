import { docs } from '#docs'
import * as z from '../../platform/schema/schema.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { updateOf } from '../../platform/schema/update-fields.ts'
import { newId } from '../../platform/runtime/id.ts'
import { now } from '../../platform/runtime/time.ts'
import { users } from '../../platform/identity/user.ts'
import { isExpiredNotification, Notification, notifications } from '../notification.ts'
import { withReadMark, readMarks } from '../read-mark.ts'
import { presenterFor } from '../catalogue.ts'

const read = z.boolean().meta(docs('True if the notification has been read.', { examples: [true] }))

export const updateNotification = endpoint('PUT /lms/notifications/{id}', {
  entity: 'notifications.notification',
  summary: 'Mark a notification as read or unread',
  isFunction: true,
  description: 'Changes nothing else, and does not affect the resource of the notification.',
  isPersonal: true,
  body: updateOf(z.strictObject({ read }), Notification),
  response: Notification,
  handle: async ({ actor: { id: user_id }, params: { id }, body: { read }, ifMatch }) => {
    const [stored, mark, person] = await Promise.all([
      notifications.get({ user_id, id }),
      readMarks.find({ user_id }),
      users.find({ id: user_id }),
    ])
    if (isExpiredNotification(stored)) throw notifications.absent()
    const updated = await notifications.update(
      stored,
      (current) => {
        const { read_at, unread_since } = withReadMark(current, mark)
        if (read ?? read_at !== null) return { read_at: read_at ?? now() }
        return { read_at: null, unread_since: read_at === null ? unread_since : newId() }
      },
      ifMatch,
    )
    const present = await presenterFor(person)
    return present(updated)
  },
})
