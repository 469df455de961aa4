import { events, eventType } from '../../calendar/event.ts'
import type { KindUndo, OwnCall } from '../../platform/history/undo-operations.ts'
import { deleteEvent } from '../event/endpoints/delete-event.ts'
import { readEvent } from '../event/endpoints/read-event.ts'
import { updateEvent } from '../event/endpoints/update-event.ts'
import { transact } from '../../platform/table/table.ts'
import { nextVersion } from '../../platform/trash/trashed-things.ts'
import { courses, courseType } from '../course/course.ts'
import { requireEventPlace } from '../event/changes.ts'

/** Restores a deleted event in all its calendars if the caller may delete events there. Throws 403, 404. */
const restoreEvent = async ({ actor, removed }: OwnCall): Promise<void> => {
  const event = nextVersion(events.read(removed))
  const course = await requireEventPlace(actor, event)
  await transact([events.toRestore(event), ...(course ? [courses.toRequire(course)] : [])])
}

export const eventUndo: KindUndo = {
  [eventType.type]: {
    read: readEvent,
    update: updateEvent,
    remove: deleteEvent,
    restore: restoreEvent,
    placeOf: (removed) => {
      const { course_id: id } = events.read(removed)
      return id === null ? undefined : { type: courseType.type, id }
    },
  },
}
