import { endpoint } from '../../../platform/http/endpoint.ts'
import { addEvent, notTheAuthorOfEvent } from '../changes.ts'
import { Event, NewEvent, presentEvent } from '../../../calendar/event.ts'

export const createEvent = endpoint('POST /lms/events', {
  summary: 'Create an event for a course or for everyone',
  isFunction: true,
  description:
    'With a `course_id`, it is in the calendars of the author and of everyone enrolled; without one, in ' +
    'those of everyone, which takes an administrator.',
  body: NewEvent,
  response: Event,
  location: '/lms/events/{id}',
  problems: [
    notTheAuthorOfEvent(
      'The caller is not the author of the course. Only administrators create events for everyone.',
    ),
  ],
  handle: async ({ actor, body }) => presentEvent(await addEvent(actor, body)),
})
