import { worker } from '../../platform/events/worker.ts'
import { readAll } from '../../platform/table/list/list.ts'
import { notifyAssigned } from '../assignment/notices.ts'
import { settlePeople } from '../assignment/settlement.ts'
import { courseAssignments, groupAssignments } from '../enrollment/assignment.ts'
import { enrollments } from '../enrollment/enrollment.ts'
import { membershipChanges } from '../queues.ts'

const listGroupAssignments = async (group_ids: string[]) =>
  (
    await Promise.all(group_ids.map((group_id) => readAll(groupAssignments.in('ofGroup', { group_id }))))
  ).flat()

/** Recomputes a person's enrollments after a change of groups or activation, and sends notifications of assignments. */
export const settleMember = worker(membershipChanges, {}, async (change) => {
  const { user_id, joined, left, is_activation } = change
  const [found, former, rows] = await Promise.all([
    listGroupAssignments(joined),
    listGroupAssignments(left),
    readAll(enrollments.in('ofUser', { user_id })),
  ])
  // the enrollments of an inactive person name no assignments
  const assigned = rows.filter(({ assignment_ids }) => is_activation || assignment_ids.length > 0)
  const course_ids = new Set([...found, ...former, ...assigned].map(({ course_id }) => course_id))
  for (const course_id of course_ids) await settlePeople(course_id, [user_id])
  for (const assignment of await courseAssignments.findMany(found))
    if (assignment) await notifyAssigned(assignment, [user_id])
})
