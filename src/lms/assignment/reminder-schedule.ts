import { dayMilliseconds } from '../../calendar/dates.ts'
import { schedule } from '../../platform/events/schedule.ts'
import type { StoredAssignment } from '../enrollment/assignment.ts'
import { isDated, roundDueAt, roundOpensAt, type DatedDuty } from '../enrollment/duty.ts'
import { assignmentReminders, roundOpenings } from '../queues.ts'

const daysAfter = (at: string, days: number): string =>
  new Date(Date.parse(at) + days * dayMilliseconds).toISOString()

/** Returns the reminders of a round after its opening: 7 days and 1 day before it is due, and the day after. */
const roundReminders = (assignment: StoredAssignment & DatedDuty, round: number) => {
  const { id: assignment_id, course_id, created_at } = assignment
  const due_at = roundDueAt(assignment, round)
  const opens_at = round === 1 ? created_at : roundOpensAt(assignment, round)
  const reminder = (
    days: number,
    type: Parameters<typeof assignmentReminders.message>[0]['type'],
    until: string | null,
  ) => ({
    at: daysAfter(due_at, days),
    message: assignmentReminders.message({ type, course_id, assignment_id, due_at, until }),
  })
  return [
    reminder(-7, 'course_due_soon', daysAfter(due_at, -1)),
    reminder(-1, 'course_due_soon', due_at),
    reminder(1, 'course_overdue', null),
  ].filter(({ at }) => at > opens_at)
}

/**
 * Schedules the reminders of an assignment and the opening of its next round, for all people at once. The round before
 * the newest one keeps its reminders: its people may be overdue after the next round opens.
 */
export const assignmentSchedule = schedule<StoredAssignment>((assignment) => {
  if (!isDated(assignment)) return []
  const { id: assignment_id, course_id, round, repeat_months } = assignment
  const opening = () => ({
    at: roundOpensAt(assignment, round + 1),
    message: roundOpenings.message({ course_id, assignment_id }),
  })
  return [
    ...(round > 1 ? roundReminders(assignment, round - 1) : []),
    ...roundReminders(assignment, round),
    ...(repeat_months === null ? [] : [opening()]),
  ]
})
