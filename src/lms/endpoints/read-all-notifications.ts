import { endpoint } from '../../platform/endpoint.ts'
import { newId } from '../../platform/id.ts'
import { writeItem } from '../../platform/table.ts'
import { now } from '../../platform/time.ts'
import { readMarks } from '../read-mark.ts'

export const handler = endpoint(
  {
    method: 'POST',
    path: '/lms/notifications/read-all',
    summary: 'Mark all notifications of the caller as read',
    status: 204,
  },
  ({ actor }) => writeItem(readMarks.toPut({ user_id: actor.id, before: newId(), read_at: now() })),
)
