import pMap from 'p-map'
import { fanOut } from '../../platform/events/fan-out.ts'
import { readList } from '../../platform/table/list/list.ts'
import { syncDueEvent } from '../assignment/due-event.ts'
import { enrollments } from '../enrollment/enrollment.ts'
import { courseDues } from '../queues.ts'

/** Number of calendars changed at the same time. */
const calendarsAtOnce = 20

/** Updates the due times of a course in calendars after the course was renamed, hidden or shown again. */
export const placeCourseDues = fanOut(courseDues, async ({ course_id }, page) => {
  const { items, next_cursor } = await readList(enrollments.in('ofCourse', { course_id }), page)
  const due = items.filter(({ due_at }) => due_at !== null)
  await pMap(due, ({ user_id }) => syncDueEvent(course_id, user_id), { concurrency: calendarsAtOnce })
  return next_cursor
})
