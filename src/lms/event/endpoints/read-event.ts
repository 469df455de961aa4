import { endpoint } from '../../../platform/http/endpoint.ts'
import { findEvent } from '../changes.ts'
import { Event, presentEvent } from '../../../calendar/event.ts'

export const readEvent = endpoint('GET /lms/events/{id}', {
  entity: 'calendar.event',
  summary: 'Read an event',
  isFunction: true,
  description: 'For everyone who may see its course, or whom it is for; administrators may read every event.',
  response: Event,
  handle: async ({ actor, params: { id } }) => {
    const { event, course } = await findEvent(actor, id)
    return presentEvent(event, course)
  },
})
