import { fanOut } from '../../platform/events/fan-out.ts'
import { users } from '../../platform/identity/user.ts'
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
  const ids = outdated.map(({ user_id }) => user_id)
  const people = await users.findMany(ids.map((id) => ({ id })))
  const names = new Map(people.flatMap((person) => (person ? [[person.id, person.name] as const] : [])))
  await changeEnrollments(loaded, ids, (enrolled) => {
    const { completed, user_id } = enrolled.enrollment
    return recordProgress(enrolled, completed, { isActivity: false, name: names.get(user_id) ?? '' })
  })
  return next_cursor
})
