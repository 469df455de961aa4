import { endpoint } from '../../../platform/http/endpoint.ts'
import { eventFollows, notTheAuthorOfEvent, removeEvent } from '../changes.ts'

export const deleteEvent = endpoint('DELETE /lms/events/{id}', {
  entity: 'calendar.event',
  summary: 'Delete an event',
  isFunction: true,
  description:
    'It disappears from all calendars at once. Dates of courses and tasks are removed there, not here.',
  takesIfMatch: true,
  problems: [notTheAuthorOfEvent('The caller may read the event but not delete it.'), eventFollows],
  handle: ({ actor, params, ifMatch }) => removeEvent(actor, params.id, ifMatch),
})
