import { endpoint } from '../../../platform/http/endpoint.ts'
import { fixed, updateOf } from '../../../platform/schema/update-fields.ts'
import { changeEvent, eventFollows, notTheAuthorOfEvent } from '../changes.ts'
import { EventInput } from '../../../calendar/event-input.ts'
import { Event } from '../../../calendar/event.ts'

export const updateEvent = endpoint('PUT /lms/events/{id}', {
  entity: 'calendar.event',
  summary: 'Update an event',
  isFunction: true,
  description: 'The event changes in all calendars. It cannot be moved to another course.',
  body: updateOf(EventInput, Event).extend({ course_id: fixed(Event.shape.course_id) }),
  response: Event,
  problems: [notTheAuthorOfEvent('The caller may read the event but not change it.'), eventFollows],
  // never lms.course_not_found: an event of a course that the caller cannot see is not found itself
  handle: ({ actor, params, body: { course_id, ...changes }, ifMatch }) =>
    changeEvent(actor, params.id, changes, course_id, ifMatch),
})
