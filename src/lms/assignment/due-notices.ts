import { remind } from '../../notifications/notify.ts'
import { linkTo } from '../../platform/resource.ts'
import { courseType, type StoredCourse } from '../course/course.ts'
import type { dueReminders } from '../enrollment/due-reminders.ts'

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
