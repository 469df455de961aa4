import { endpoint } from '../../platform/http/endpoint.ts'
import { findEvent } from '../event-changes.ts'
import { Event } from '../../calendar/event.ts'

export const readEvent = endpoint(
  {
    method: 'GET',
    path: '/lms/events/{id}',
    summary: 'Read an event',
    response: Event,
  },
  async ({ actor, params: { id } }) => (await findEvent(actor, id)).event,
)
