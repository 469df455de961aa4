import { schedule } from '../../platform/events/schedule.ts'
import type { StoredAssignment } from '../enrollment/assignment.ts'
import { dueReminders } from '../enrollment/due-reminders.ts'
import { isDated, roundDueAt, roundOpensAt, type DatedDuty } from '../enrollment/duty.ts'
import { assignmentReminders, roundOpenings } from '../queues.ts'

/** Returns the reminders of a round after its opening. */
const roundReminders = (assignment: StoredAssignment & DatedDuty, round: number) => {
  const { id: assignment_id, course_id, created_at } = assignment
  const due_at = roundDueAt(assignment, round)
  const opens_at = round === 1 ? created_at : roundOpensAt(assignment, round)
  return dueReminders(due_at)
    .filter(({ at }) => at > opens_at)
    .map(({ at, type, until }) => ({
      at,
      message: assignmentReminders.message({ type, course_id, assignment_id, due_at, until }),
    }))
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
