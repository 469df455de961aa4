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
  const beginning = is_activation ? course_ids : new Set(found.map(({ course_id }) => course_id))
  const settled = await enrollments.findMany([...beginning].map((course_id) => ({ course_id, user_id })))
  for (const enrollment of settled.filter((row) => row !== undefined)) {
    const { assignment_ids, course_id } = enrollment
    const ids = assignment_ids.filter((id) => is_activation || found.some((one) => one.id === id))
    for (const assignment of await courseAssignments.findMany(ids.map((id) => ({ course_id, id })))) {
      if (!assignment) continue
      await notifyAssigned(assignment, [user_id])
      await remindOverdue(assignment, enrollment)
    }
  }
})
