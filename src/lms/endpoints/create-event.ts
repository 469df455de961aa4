import { endpoint } from '../../platform/http/endpoint.ts'
import { addEvent } from '../event-changes.ts'
import { Event, NewEvent } from '../../calendar/event.ts'

export const createEvent = endpoint(
  {
    method: 'POST',
    path: '/lms/events',
    summary: 'Create an event of a course, or one for everybody',
    body: NewEvent,
    status: 201,
    response: Event,
    location: '/lms/events/{id}',
    problems: {
      403: 'The caller is not the author of the course; for everybody only administrators make events.',
    },
  },
  ({ actor, body }) => addEvent(actor, body),
)
