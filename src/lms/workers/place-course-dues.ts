import pMap from 'p-map'
import { fanOut } from '../../platform/events/fan-out.ts'
import { readList } from '../../platform/table/list/list.ts'
import { syncDueEvent } from '../assignment/due-event.ts'
import { settlePeople } from '../assignment/settlement.ts'
import { enrollments } from '../enrollment/enrollment.ts'
import { courseDues } from '../queues.ts'

/** Number of calendars changed at the same time. */
const calendarsAtOnce = 20

/**
 * Recomputes the enrollments of a course and updates its due times in calendars after its title or visibility changed:
 * a course in the trash does not follow its assignments.
 */
export const placeCourseDues = fanOut(courseDues, async ({ course_id }, page) => {
  const { items, next_cursor } = await readList(enrollments.in('ofCourse', { course_id }), page)
  await settlePeople(
    course_id,
    items.map(({ user_id }) => user_id),
  )
  const due = items.filter(({ due_at }) => due_at !== null)
  await pMap(due, ({ user_id }) => syncDueEvent(course_id, user_id), { concurrency: calendarsAtOnce })
  return next_cursor
})
