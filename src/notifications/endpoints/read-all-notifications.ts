import { endpoint } from '../../platform/http/endpoint.ts'
import { newId } from '../../platform/runtime/id.ts'
import { writeOnce } from '../../platform/table/table.ts'
import { now } from '../../platform/runtime/time.ts'
import { readMarks } from '../read-mark.ts'

export const readAllNotifications = endpoint('POST /lms/notifications/read-all', {
  summary: 'Mark all of the caller’s notifications as read',
  success: 'All notifications of the caller are marked as read.',
  isFunction: true,
  description:
    'Includes notifications that no page of the list has shown yet. Later notifications are unread again.',
  isPersonal: true,
  handle: ({ actor }) => writeOnce(readMarks.toPut({ user_id: actor.id, before: newId(), read_at: now() })),
})
