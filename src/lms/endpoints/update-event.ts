import { endpoint } from '../../platform/http/endpoint.ts'
import { fixed, updateOf } from '../../platform/schema/fields.ts'
import { changeEvent } from '../event-changes.ts'
import { Event, EventInput } from '../../calendar/event.ts'

export const updateEvent = endpoint(
  {
    method: 'PUT',
    path: '/lms/events/{id}',
    summary: 'Change an event',
    description: 'It cannot be moved to another course.',
    body: updateOf(EventInput, Event).extend({ course_id: fixed(Event.shape.course_id) }),
    response: Event,
    problems: {
      403: 'The caller may read the event but not change it.',
      409: 'The event is derived from a course or a task.',
    },
  },
  ({ actor, params, body, ifMatch }) => {
    const { title, description, start_at, end_at, all_day, timezone, location, url, type, course_id } = body
    const changes = { title, description, start_at, end_at, all_day, timezone, location, url, type }
    return changeEvent(actor, params.id, changes, course_id, ifMatch)
  },
)
