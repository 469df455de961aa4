import { fanOut } from '../../platform/events/fan-out.ts'
import { readList } from '../../platform/table/list/list.ts'
import { enrollments } from '../enrollment/enrollment.ts'
import { changeEnrollments, loadWithContents } from '../learning/enrollment-batch.ts'
import { recordProgress } from '../learning/progress-change.ts'
import { outlineChanges } from '../queues.ts'

/** Records the progress of enrolled people in the changed lessons of a course, which may complete it. */
export const refreshProgress = fanOut(outlineChanges, async ({ course_id }, page) => {
  const [loaded, { items, next_cursor }] = await Promise.all([
    loadWithContents(course_id),
    readList(enrollments.in('ofCourse', { course_id }), page),
  ])
  if (!loaded) return null
  const outdated = items.filter(({ outline_revision }) => outline_revision !== loaded.course.outline_revision)
  await changeEnrollments(
    loaded,
    outdated.map(({ user_id }) => user_id),
    (enrolled) => recordProgress(enrolled, enrolled.enrollment.completed, { isActivity: false }),
  )
  return next_cursor
})
