import { endpoint } from '../../platform/http/endpoint.ts'
import { removeEvent } from '../event-changes.ts'

export const deleteEvent = endpoint(
  {
    method: 'DELETE',
    path: '/lms/events/{id}',
    summary: 'Delete an event',
    status: 204,
    problems: {
      403: 'The caller may read the event but not delete it.',
      409: 'The event is derived from a course or a task.',
      412: '`If-Match` names a different version.',
    },
  },
  ({ actor, params, ifMatch }) => removeEvent(actor, params.id, ifMatch),
)
