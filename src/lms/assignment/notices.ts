import { groupMemberships } from '../../groups/group/group.ts'
import { notify } from '../../notifications/notify.ts'
import { linkTo } from '../../platform/resource.ts'
import { now } from '../../platform/runtime/time.ts'
import { courses, courseType } from '../course/course.ts'
import type { StoredAssignment } from '../enrollment/assignment.ts'
import { isDated, openRound, owesNewestRound, roundDueAt, roundOpensAt } from '../enrollment/duty.ts'
import { enrollments } from '../enrollment/enrollment.ts'

/** Returns the number, opening and due time of the newest open round of an assignment. */
export const newestRound = (assignment: StoredAssignment) => {
  if (!isDated(assignment)) return { round: 1, opens_at: assignment.created_at, due_at: null }
  const round = openRound(assignment, now())
  const opens_at = round === 1 ? assignment.created_at : roundOpensAt(assignment, round)
  return { round, opens_at, due_at: roundDueAt(assignment, round) }
}

/** Returns the times when people joined the groups of an assignment; the earliest one for each person. */
const findJoinTimes = async ({ group_ids }: StoredAssignment, user_ids: string[]) => {
  const keys = user_ids.flatMap((user_id) => group_ids.map((group_id) => ({ user_id, group_id })))
  const times = new Map<string, string>()
  for (const membership of await groupMemberships.findMany(keys)) {
    const known = membership && times.get(membership.user_id)
    if (membership && (known === undefined || membership.created_at < known))
      times.set(membership.user_id, membership.created_at)
  }
  return times
}

/**
 * Notifies the people who are required to complete the newest round of an assignment. For a person who joined a group
 * later, the notification has the time of joining, so that repeated calls create one notification.
 */
export const notifyAssigned = async (assignment: StoredAssignment, user_ids: string[]): Promise<void> => {
  const { id, course_id, assigned_by, note } = assignment
  const unnamed = user_ids.filter((user_id) => !assignment.user_ids.includes(user_id))
  const [course, rows, joined] = await Promise.all([
    courses.find({ id: course_id }),
    enrollments.findMany(user_ids.map((user_id) => ({ course_id, user_id }))),
    findJoinTimes(assignment, unnamed),
  ])
  if (course?.status !== 'published') return
  const { round, opens_at, due_at } = newestRound(assignment)
  const owing = rows.flatMap((row) =>
    row?.assignment_ids.includes(id) && owesNewestRound(assignment, row, now()) ? [row.user_id] : [],
  )
  const timeOf = (user_id: string) => [opens_at, joined.get(user_id) ?? opens_at].sort().at(-1) as string
  const recipients = owing.filter((user_id) => user_id !== assigned_by.id)
  for (const [at, people] of Map.groupBy(recipients, timeOf))
    await notify(
      people,
      {
        type: 'course_assigned',
        params: { due_date: due_at, note },
        actor: assigned_by,
        resource: linkTo(courseType, course),
        within: course.category_id ?? undefined,
        cause: `lms.assignment#${id}#${round}`,
        at,
      },
      { own_action: owing },
    )
}
