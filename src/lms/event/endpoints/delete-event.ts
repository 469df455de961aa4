import { endpoint } from '../../../platform/http/endpoint.ts'
import { eventFollows, notTheAuthorOfEvent, removeEvent } from '../changes.ts'

export const deleteEvent = endpoint('DELETE /lms/events/{id}', {
  entity: 'calendar.event',
  summary: 'Delete an event',
  isFunction: true,
  description:
    'Removes the event from all calendars immediately. Dates of courses and tasks must be changed in the ' +
    'course or task. Undoing the deletion, which administrators find in the activity of the event, restores the event.',
  takesIfMatch: true,
  problems: [notTheAuthorOfEvent('The caller may read the event but not delete it.'), eventFollows],
  // never lms.course_not_found: an event of a course that the caller cannot see is not found itself
  handle: ({ actor, params, ifMatch }) => removeEvent(actor, params.id, ifMatch),
})
