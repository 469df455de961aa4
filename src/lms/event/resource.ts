import { eventType, events, type StoredEvent } from '../../calendar/event.ts'
import { linkTo, type Reader, type Resource } from '../../platform/resource.ts'
import { readableCourses } from '../course/visible-courses.ts'

/**
 * Returns true if a reader may see an event for named people: one of them, or an administrator. Other events are for
 * everyone who can see their course, or for everybody.
 */
const isForReader = ({ audience, user_ids }: StoredEvent, { id, role }: Reader) =>
  audience !== 'people' || user_ids.includes(id) || role === 'admin'

export const eventResource: Resource = {
  type: eventType.type,
  trash: 'A deleted event is restored by undoing the deletion.',
  undo: true,
  erasure: 'An event is kept for the people it is for.',
  rights: 'The people an event is for may read it.',
  load: async (reader, wanted) => {
    const found = await events.findMany(wanted)
    const course_ids = found.flatMap((event) => event?.course_id ?? [])
    const seen = await readableCourses(reader, course_ids)
    return found.map((event) => {
      if (!event || !isForReader(event, reader)) return undefined
      if (event.course_id !== null && !seen.has(event.course_id)) return undefined
      const { id, title, description, updated_at } = event
      return { ...linkTo(eventType, { id, title }), text: description ?? '', updated_at }
    })
  },
}
