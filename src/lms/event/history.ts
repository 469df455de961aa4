import { EventInput } from '../../calendar/event-input.ts'
import { eventType, events } from '../../calendar/event.ts'
import { editable, historyOf } from '../../platform/history/definition.ts'
import type { ResourceHistory } from '../../platform/history/resource-history.ts'
import { mayChangeEvents } from '../course/access.ts'
import { courses } from '../course/course.ts'

export const eventHistory: ResourceHistory = {
  changes: [
    historyOf(events, {
      ...eventType,
      fields: { ...editable(EventInput.shape), course_id: 'value' },
      removed: 'kept',
    }),
  ],
  limitsOf: async (reader, id) => {
    const course_id = (await events.find({ id }))?.course_id ?? null
    const course = course_id === null ? undefined : await courses.find({ id: course_id })
    // the course of a deleted event is unknown here, and only administrators may read all events
    return { isReadOnly: !mayChangeEvents(reader, course), seesDeleted: reader.role === 'admin' }
  },
}
