import { worker } from '../../platform/events/worker.ts'
import { readAll } from '../../platform/table/list/list.ts'
import { remindOverdue } from '../assignment/due-notices.ts'
import { notifyAssigned } from '../assignment/notices.ts'
import { settlePeople } from '../assignment/settlement.ts'
import { courseAssignments, groupAssignments } from '../enrollment/assignment.ts'
import { enrollments } from '../enrollment/enrollment.ts'
import { membershipChanges } from '../queues.ts'

const listGroupAssignments = async (group_ids: string[]) =>
  (
    await Promise.all(group_ids.map((group_id) => readAll(groupAssignments.in('ofGroup', { group_id }))))
  ).flat()

/**
 * Recomputes a person's enrollments after a change of groups or activation, and sends the notifications of assignments
 * that apply from now on, with the reminders that were sent without the person.
 */
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
  const settled = is_activation
    ? await enrollments.findMany([...course_ids].map((course_id) => ({ course_id, user_id })))
    : []
  const own = settled.flatMap(
    (row) => row?.assignment_ids.map((id) => ({ course_id: row.course_id, id })) ?? [],
  )
  for (const assignment of await courseAssignments.findMany(is_activation ? own : found)) {
    if (!assignment) continue
    await notifyAssigned(assignment, [user_id])
    await remindOverdue(assignment, [user_id])
  }
})
