import { remind } from '../../notifications/notify.ts'
import { logOutcome, type Outcome } from '../../notifications/outcome.ts'
import { fanOut } from '../../platform/events/fan-out.ts'
import { linkTo } from '../../platform/resource.ts'
import { now } from '../../platform/runtime/time.ts'
import { newestFirst, readList } from '../../platform/table/list/list.ts'
import { courses, courseType } from '../course/course.ts'
import { courseAssignments } from '../enrollment/assignment.ts'
import { dueSources } from '../learning/enrollment-filters.ts'
import { assignmentReminders } from '../queues.ts'

/**
 * Reminds the people of an assignment who have not completed the course, and after the due time also the assigner.
 * Skips a reminder if a later one is due. People who have not started come first: a person who starts while the pages
 * are read appears again, and is reminded once.
 */
export const remindAssigned = fanOut(assignmentReminders, async (reminder, page) => {
  const { type, course_id, assignment_id, due_at, until } = reminder
  const leaveOut = (outcome: Outcome) => logOutcome({ type, id: course_id }, outcome)
  if (until !== null && until <= now()) return leaveOut('expired')
  const [course, assignment, { items, next_cursor }] = await Promise.all([
    courses.find({ id: course_id }),
    courseAssignments.find({ course_id, id: assignment_id }),
    readList(newestFirst(dueSources(course_id, due_at)), page, (row) =>
      row.assignment_ids.includes(assignment_id),
    ),
  ])
  if (course?.status !== 'published' || !assignment) return leaveOut('obsolete')
  const event = {
    actor: null,
    resource: linkTo(courseType, course),
    within: course.category_id ?? undefined,
  }
  // two assignments with the same due time lead to one reminder
  const cause = `lms.${type}#${course_id}#${due_at}${until === null ? '' : `#${until}`}`
  const user_ids = items.map(({ user_id }) => user_id)
  await remind(
    user_ids,
    type === 'course_overdue'
      ? { ...event, type, params: { due_date: due_at, people: 'self' }, cause }
      : { ...event, type, params: { due_date: due_at }, cause },
  )
  if (type === 'course_overdue' && user_ids.length > 0)
    await remind([assignment.assigned_by.id], {
      ...event,
      type,
      params: { due_date: due_at, people: 'others' },
      cause: `${cause}#assigner`,
    })
  return next_cursor
})
