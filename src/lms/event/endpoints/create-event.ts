import { endpoint } from '../../../platform/http/endpoint.ts'
import { addEvent, notTheAuthorOfEvent } from '../changes.ts'
import { NewEvent } from '../../../calendar/event-input.ts'
import { Event } from '../../../calendar/event.ts'

export const createEvent = endpoint('POST /lms/events', {
  summary: 'Create an event for a course or for everyone',
  isFunction: true,
  description:
    'With a `course_id`, the event is in the calendars of the author of the course and of everyone ' +
    'enrolled. Without one, the event is in everyone’s calendar, and only administrators may create it.',
  body: NewEvent,
  response: Event,
  location: '/lms/events/{id}',
  problems: [
    notTheAuthorOfEvent(
      'The caller is not the author of the course. Only administrators may create events for everyone.',
    ),
  ],
  // never calendar.event_not_found: an unknown course is a wrong field
  // never lms.course_not_found: an unknown course is a wrong field
  handle: ({ actor, body }) => addEvent(actor, body),
})
