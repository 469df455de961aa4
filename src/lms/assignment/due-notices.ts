import { remind } from '../../notifications/notify.ts'
import { linkTo } from '../../platform/resource.ts'
import { now } from '../../platform/runtime/time.ts'
import { courses, courseType, type StoredCourse } from '../course/course.ts'
import type { StoredAssignment } from '../enrollment/assignment.ts'
import { dueReminders } from '../enrollment/due-reminders.ts'
import { settle } from '../enrollment/duty.ts'
import { enrollments } from '../enrollment/enrollment.ts'

type DueReminder = Pick<ReturnType<typeof dueReminders>[number], 'type' | 'until'> & { due_at: string }

/** Assignments, and certificates that expire, with the same due time lead to one reminder. */
const reminderCause = (course_id: string, { type, due_at, until }: DueReminder): string =>
  `lms.${type}#${course_id}#${due_at}${until === null ? '' : `#${until}`}`

const reminderEvent = (course: StoredCourse) => ({
  actor: null,
  resource: linkTo(courseType, course),
  within: course.category_id ?? undefined,
})

/** Reminds people of the due time of a course. */
export const remindOfDueTime = (course: StoredCourse, reminder: DueReminder, user_ids: string[]) => {
  const { type, due_at: due_date } = reminder
  const event = { ...reminderEvent(course), cause: reminderCause(course.id, reminder) }
  return remind(
    user_ids,
    type === 'course_overdue'
      ? { ...event, type, params: { due_date, people: 'self' } }
      : { ...event, type, params: { due_date } },
  )
}

/**
 * Reminds the people who assigned a course that others are overdue. Certificates expire at the times of day of their
 * completions, so that each assigner gets one reminder for all due times of a day (UTC).
 */
export const remindAssigners = (course: StoredCourse, due_at: string, assigner_ids: string[]) =>
  remind(assigner_ids, {
    ...reminderEvent(course),
    type: 'course_overdue',
    params: { due_date: due_at, people: 'others' },
    cause: `lms.course_overdue#${course.id}#${due_at.slice(0, '2026-03-31'.length)}#assigner`,
  })

/**
 * Reminds people to whom an assignment applies from now on, and the assigner, of due times whose last reminder was sent
 * without them. Another assignment reminds people of an earlier due time.
 */
export const remindOverdue = async (assignment: StoredAssignment, user_ids: string[]): Promise<void> => {
  const { id, course_id, assigned_by } = assignment
  const rows = await enrollments.findMany(user_ids.map((user_id) => ({ course_id, user_id })))
  const late = rows.flatMap((row) => {
    if (!row?.assignment_ids.includes(id) || row.completed_at !== null) return []
    const { due_at } = settle(row, [assignment], now())
    if (due_at === null) return []
    const [, , last] = dueReminders(due_at)
    return last.at <= now() ? [{ row, due_at }] : []
  })
  const course = late.length === 0 ? undefined : await courses.find({ id: course_id })
  if (course?.status !== 'published') return
  for (const [due_at, people] of Map.groupBy(late, (one) => one.due_at)) {
    const [, , last] = dueReminders(due_at)
    const due = people.flatMap(({ row }) => (row.due_at === due_at ? [row.user_id] : []))
    await remindOfDueTime(course, { ...last, due_at }, due)
    if (people.some(({ row }) => row.user_id !== assigned_by.id))
      await remindAssigners(course, due_at, [assigned_by.id])
  }
}
