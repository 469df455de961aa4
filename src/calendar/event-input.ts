import { docs } from '#docs'
import * as z from '../platform/schema/schema.ts'
import { Event, eventFields } from './event.ts'

/** Fields of an event in a request that changes it. */
export const EventInput = z.strictObject(eventFields)

export const NewEvent = EventInput.extend({
  course_id: Event.shape.course_id.meta(
    docs('ID of the course; null for an event for everyone.', { examples: [null] }),
  ),
})
