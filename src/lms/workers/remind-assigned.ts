import { logOutcome, type Outcome } from '../../notifications/outcome.ts'
import { fanOut } from '../../platform/events/fan-out.ts'
import { now } from '../../platform/runtime/time.ts'
import { newestFirst, readList } from '../../platform/table/list/list.ts'
import { remindAssigners, remindOfDueTime } from '../assignment/due-notices.ts'
import { courses } from '../course/course.ts'
import { courseAssignments } from '../enrollment/assignment.ts'
import { isDated, unsatisfiedSince } from '../enrollment/duty.ts'
import { dueSources } from '../learning/enrollment-filters.ts'
import { assignmentReminders } from '../queues.ts'

/**
 * Reminds the people of an assignment who have not completed the course, and after the due time also the assigner if
 * others are overdue. Skips a reminder if a later one is due. People who have not started come first: a person who
 * starts while the pages are read appears again, and is reminded once. People with an earlier due time have been
 * reminded of that one; the assigner of the later one has not.
 */
export const remindAssigned = fanOut(assignmentReminders, async (reminder, page) => {
  const { type, course_id, assignment_id, due_at, until } = reminder
  const leaveOut = (outcome: Outcome) => logOutcome({ type, id: course_id }, outcome)
  if (until !== null && until <= now()) return leaveOut('expired')
  const sources = dueSources(course_id, due_at, type === 'course_overdue')
  const [course, assignment, { items, next_cursor }] = await Promise.all([
    courses.find({ id: course_id }),
    courseAssignments.find({ course_id, id: assignment_id }),
    readList(newestFirst(sources), page, (row) => row.assignment_ids.includes(assignment_id)),
  ])
  if (course?.status !== 'published' || !assignment) return leaveOut('obsolete')
  const due = items.flatMap((row) => (row.due_at === due_at ? [row.user_id] : []))
  await remindOfDueTime(course, reminder, due)
  const { id: assigner_id } = assignment.assigned_by
  const isLate = (row: (typeof items)[number]) =>
    row.due_at === due_at || (isDated(assignment) && unsatisfiedSince(assignment, row, now()) === due_at)
  if (type === 'course_overdue' && items.some((row) => row.user_id !== assigner_id && isLate(row)))
    await remindAssigners(course, due_at, [assigner_id])
  return next_cursor
})
