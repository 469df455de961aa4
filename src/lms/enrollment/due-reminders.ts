import { dayMilliseconds } from '../../calendar/dates.ts'

const daysAfter = (at: string, days: number): string =>
  new Date(Date.parse(at) + days * dayMilliseconds).toISOString()

/**
 * Returns the reminders of a due time: 7 days and 1 day before it, and the day after. `until` is the time of the next
 * reminder, which replaces this one; null for the last one.
 */
export const dueReminders = (due_at: string) =>
  [
    { type: 'course_due_soon', at: daysAfter(due_at, -7), until: daysAfter(due_at, -1) },
    { type: 'course_due_soon', at: daysAfter(due_at, -1), until: due_at },
    { type: 'course_overdue', at: daysAfter(due_at, 1), until: null },
  ] as const
