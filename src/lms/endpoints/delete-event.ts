import { endpoint } from '../../platform/http/endpoint.ts'
import { removeEvent } from '../event-changes.ts'

export const deleteEvent = endpoint(
  {
    method: 'DELETE',
    path: '/lms/events/{id}',
    entity: 'lms.event',
    summary: 'Delete an event',
    isFunction: true,
    description:
      'It disappears from all calendars at once. Dates of courses and tasks are removed there, not here.',
    status: 204,
    takesIfMatch: true,
    problems: {
      403: { 'lms.not_the_author': 'The caller may read the event but not delete it.' },
      409: { 'lms.event_follows': 'The event is derived from a course or a task.' },
    },
  },
  ({ actor, params, ifMatch }) => removeEvent(actor, params.id, ifMatch),
)
