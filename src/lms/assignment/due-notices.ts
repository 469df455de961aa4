import { remind } from '../../notifications/notify.ts'
import { linkTo } from '../../platform/resource.ts'
import { now } from '../../platform/runtime/time.ts'
import { courses, courseType, type StoredCourse } from '../course/course.ts'
import type { StoredAssignment } from '../enrollment/assignment.ts'
import { dueReminders } from '../enrollment/due-reminders.ts'
import { settle } from '../enrollment/duty.ts'
import type { StoredEnrollment } from '../enrollment/enrollment.ts'

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
 * Reminds a person to whom an assignment applies from now on, and the assigner, if the person is overdue since before
 * the last reminder of the assignment. Another assignment reminds the person of an earlier due time.
 */
export const remindOverdue = async (
  assignment: StoredAssignment,
  enrollment: StoredEnrollment,
): Promise<void> => {
  const { course_id, assigned_by } = assignment
  const { due_at } = settle(enrollment, [assignment], now())
  if (enrollment.completed_at !== null || due_at === null) return
  const [, , overdue] = dueReminders(due_at)
  const course = overdue.at > now() ? undefined : await courses.find({ id: course_id })
  if (course?.status !== 'published') return
  if (enrollment.due_at === due_at)
    await remindOfDueTime(course, { ...overdue, due_at }, [enrollment.user_id])
  if (assigned_by.id !== enrollment.user_id) await remindAssigners(course, due_at, [assigned_by.id])
}
