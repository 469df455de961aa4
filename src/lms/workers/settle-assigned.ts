import { groupMemberships } from '../../groups/group/group.ts'
import { fanOut } from '../../platform/events/fan-out.ts'
import { readList } from '../../platform/table/list/list.ts'
import { remindOverdue } from '../assignment/due-notices.ts'
import { notifyAssigned } from '../assignment/notices.ts'
import { settlePeople } from '../assignment/settlement.ts'
import { courseAssignments } from '../enrollment/assignment.ts'
import { assignedPeople } from '../queues.ts'

/**
 * Enrolls the people of an assignment or recomputes their enrollments, and notifies them of an open assignment. Sends
 * the reminders that were left out while the assignment did not exist or the course was not published.
 */
export const settleAssigned = fanOut(assignedPeople, async (message, page) => {
  const { course_id, assignment_id, people, is_return } = message
  const { items, next_cursor } =
    'user_ids' in people
      ? { items: people.user_ids.map((user_id) => ({ user_id })), next_cursor: null }
      : await readList(groupMemberships.in('ofGroup', people), page)
  const user_ids = items.map(({ user_id }) => user_id)
  await settlePeople(course_id, user_ids)
  const assignment =
    assignment_id === null ? undefined : await courseAssignments.find({ course_id, id: assignment_id })
  if (assignment) await notifyAssigned(assignment, user_ids)
  if (assignment && is_return) await remindOverdue(assignment, user_ids)
  return next_cursor
})
