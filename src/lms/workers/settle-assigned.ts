import { groupMemberships } from '../../groups/group/group.ts'
import { fanOut } from '../../platform/events/fan-out.ts'
import { readList } from '../../platform/table/list/list.ts'
import { notifyAssigned } from '../assignment/notices.ts'
import { settlePeople } from '../assignment/settlement.ts'
import { courseAssignments } from '../enrollment/assignment.ts'
import { assignedPeople } from '../queues.ts'

/** Enrolls the people of an assignment or recomputes their enrollments, and notifies them of an open assignment. */
export const settleAssigned = fanOut(assignedPeople, async ({ course_id, assignment_id, people }, page) => {
  const { items, next_cursor } =
    'user_ids' in people
      ? { items: people.user_ids, next_cursor: null }
      : await readList(groupMemberships.in('ofGroup', people), page).then(({ items, ...rest }) => ({
          ...rest,
          items: items.map(({ user_id }) => user_id),
        }))
  await settlePeople(course_id, items)
  const assignment =
    assignment_id === null ? undefined : await courseAssignments.find({ course_id, id: assignment_id })
  if (assignment) await notifyAssigned(assignment, items)
  return next_cursor
})
