import { endpoint } from '../../../platform/http/endpoint.ts'
import { findEvent } from '../changes.ts'
import { Event, presentEvent } from '../../../calendar/event.ts'

export const readEvent = endpoint('GET /lms/events/{id}', {
  entity: 'calendar.event',
  summary: 'Get an event',
  isFunction: true,
  description:
    'For everyone who may read its course, and for the people the event is for. Administrators may read ' +
    'every event.',
  response: Event,
  // never lms.course_not_found: an event of a course that the caller cannot see is not found itself
  handle: async ({ actor, params: { id } }) => {
    const { event, course } = await findEvent(actor, id)
    return presentEvent(event, course)
  },
})
