import { endpoint } from '../../platform/http/endpoint.ts'
import { addEvent } from '../event-changes.ts'
import { Event, NewEvent } from '../../calendar/event.ts'

export const createEvent = endpoint(
  {
    method: 'POST',
    path: '/lms/events',
    summary: 'Create an event for a course or for everyone',
    body: NewEvent,
    status: 201,
    response: Event,
    location: '/lms/events/{id}',
    problems: {
      403: 'The caller is not the author of the course. Only administrators create events for everyone.',
    },
  },
  ({ actor, body }) => addEvent(actor, body),
)
