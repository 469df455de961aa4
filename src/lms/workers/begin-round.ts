import { worker } from '../../platform/events/worker.ts'
import { ignoreConflict } from '../../platform/table/conflict.ts'
import { writeItem } from '../../platform/table/table.ts'
import { newestRound } from '../assignment/notices.ts'
import { courseAssignments } from '../enrollment/assignment.ts'
import { roundOpenings } from '../queues.ts'

/** Opens the newest round of a repeating assignment; its change schedules the next one and recomputes enrollments. */
export const beginRound = worker(roundOpenings, {}, async ({ course_id, assignment_id }) => {
  const assignment = await courseAssignments.find({ course_id, id: assignment_id })
  if (!assignment) return
  const { round } = newestRound(assignment)
  if (round > assignment.round)
    await ignoreConflict(() =>
      writeItem(courseAssignments.toTouch(assignment, { round }, { id: assignment_id })),
    )
})
