import { groups } from '../../platform/identity/group.ts'
import { users, type StoredUser } from '../../platform/identity/user.ts'
import { toBatches } from '../../platform/runtime/batches.ts'
import { ignoreConflict } from '../../platform/table/conflict.ts'
import { readAll } from '../../platform/table/list/list.ts'
import { transact } from '../../platform/table/table.ts'
import { courses } from '../course/course.ts'
import { courseAssignments, type StoredAssignment } from '../enrollment/assignment.ts'
import { enrollments } from '../enrollment/enrollment.ts'
import { loadWithContents } from '../learning/enrollment-batch.ts'
import { makeEnrollment, settleEnrollment, writeEnrollment } from '../learning/progress-change.ts'

/** Number of people enrolled in one transaction, besides the count of the course. */
const peopleAtOnce = 49

type Person = Pick<StoredUser, 'id' | 'is_active' | 'erased_at' | 'type' | 'group_ids'>

/** Returns true if an assignment applies to a person; `group_ids` are the existing groups. */
const appliesTo = (
  { user_ids, group_ids }: StoredAssignment,
  person: Person,
  existing: ReadonlySet<string>,
): boolean =>
  person.is_active &&
  person.erased_at === null &&
  person.type === 'person' &&
  (user_ids.includes(person.id) || group_ids.some((id) => existing.has(id) && person.group_ids.includes(id)))

/** Loads the assignments of a course, and people with those that apply to them. */
const loadDuties = async (course_id: string, user_ids: string[]) => {
  const [assignments, people] = await Promise.all([
    readAll(courseAssignments.in('ofCourse', { course_id })),
    users.findMany(user_ids.map((id) => ({ id }))),
  ])
  const group_ids = [...new Set(assignments.flatMap((assignment) => assignment.group_ids))]
  const found = group_ids.length === 0 ? [] : await groups.findMany(group_ids.map((id) => ({ id })))
  const existing = new Set(found.flatMap((group) => group?.id ?? []))
  return user_ids.map((user_id, index) => {
    const person = people[index]
    const applying = person ? assignments.filter((assignment) => appliesTo(assignment, person, existing)) : []
    return { user_id, duties: applying }
  })
}

/** Recomputes the enrollments of people once. Returns the people whose enrollments have changed, or are in conflict. */
const settleOnce = async (course_id: string, user_ids: string[]): Promise<string[]> => {
  const [loaded, people] = await Promise.all([loadWithContents(course_id), loadDuties(course_id, user_ids)])
  if (!loaded) return []
  const rows = await enrollments.findMany(user_ids.map((user_id) => ({ course_id, user_id })))
  const changed: string[] = []
  const settleRow = async (index: number, { user_id, duties }: (typeof people)[number]) => {
    const enrollment = rows[index]
    const change = enrollment && settleEnrollment({ ...loaded, enrollment }, duties)
    if (!change || change.length === 0) return
    changed.push(user_id)
    await ignoreConflict(() => writeEnrollment(change))
  }
  await Promise.all(people.map((person, index) => settleRow(index, person)))
  const missing = people.filter(({ duties }, index) => rows[index] === undefined && duties.length > 0)
  if (loaded.course.status !== 'published') return changed
  for (const batch of toBatches(missing, peopleAtOnce)) {
    changed.push(...batch.map(({ user_id }) => user_id))
    const added = batch.map(({ user_id, duties }) => makeEnrollment(loaded, user_id, duties))
    const count = courses.toAdd(loaded.course, 'enrollment_count', added.length)
    await ignoreConflict(() =>
      // a conflict loads the course again, which may be deleted meanwhile
      transact([...added.map((row) => enrollments.toCreate(row)), { ...count, otherwise: undefined }]),
    )
  }
  return changed
}

/**
 * Recomputes the assignments and due times of people's enrollments in a course, and enrolls people to whom an
 * assignment applies. Repeats this for changed enrollments: groups and assignments may have changed since the reads.
 */
export const settlePeople = async (course_id: string, user_ids: string[]): Promise<void> => {
  let left = [...new Set(user_ids)]
  while (left.length > 0) left = await settleOnce(course_id, left)
}
