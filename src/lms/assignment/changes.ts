import { problemDocs } from '#docs'
import { groups, isGroupOwner } from '../../platform/identity/group.ts'
import type { Actor } from '../../platform/identity/actor.ts'
import { users } from '../../platform/identity/user.ts'
import { invalid, problem } from '../../platform/runtime/problem.ts'
import { now } from '../../platform/runtime/time.ts'
import type { IfMatch } from '../../platform/table/changes.ts'
import { anyOf, compare, isAbsent } from '../../platform/table/condition.ts'
import { retryOnConflict } from '../../platform/table/conflict.ts'
import { counterPath } from '../../platform/table/increment.ts'
import type { Operation } from '../../platform/table/operation.ts'
import { transact } from '../../platform/table/table.ts'
import { coursePolicy } from '../course/access.ts'
import { courses, type StoredCourse } from '../course/course.ts'
import { findCourse, visibleCourses } from '../course/visible-courses.ts'
import {
  assignmentCourses,
  assignmentReferences,
  type courseAssignmentFields,
  courseAssignments,
  groupAssignments,
  maxAssignments,
  type StoredAssignment,
} from '../enrollment/assignment.ts'
import { courseNotPublished } from '../learning/changes.ts'
import { requireTrainer } from '../learning/trainer.ts'

/** Maximum number of people named by an author who is no administrator. */
const maxPeopleOfAuthor = 200

export const tooManyAssignments = problem(
  'lms.too_many_assignments',
  409,
  `The course has ${maxAssignments} open assignments, the maximum.`,
)

export const notTheAssigner = problem('lms.not_the_assigner', 403, {
  wording: 'Only the person who assigned the course and administrators may end the assignment.',
  docs: problemDocs({
    meaning: 'The caller is neither the person who assigned the course nor an administrator.',
    example: [],
  }),
})

type Fields = Pick<StoredAssignment, keyof typeof courseAssignmentFields>
type Assignees = Pick<StoredAssignment, 'user_ids' | 'group_ids'>

/** Throws 422 unless the caller may assign a course to this number of people. */
const requireNumbers = (actor: Actor, { user_ids, group_ids }: Assignees): void => {
  if (user_ids.length + group_ids.length === 0)
    throw invalid('user_ids', 'must name a person unless "group_ids" names a group')
  if (actor.role !== 'admin' && user_ids.length > maxPeopleOfAuthor)
    throw invalid('user_ids', `must not name more than ${maxPeopleOfAuthor} people`)
}

type Found = Awaited<ReturnType<typeof findAssignees>>

const findAssignees = ({ user_ids, group_ids }: Assignees) =>
  Promise.all([
    users.findMany(user_ids.map((id) => ({ id }))),
    groups.findMany(group_ids.map((id) => ({ id }))),
  ])

/**
 * Throws 422 unless the people are active and no service accounts, and the groups exist and the caller may assign
 * courses to them.
 */
const requireAssignees = (actor: Actor, [people, found]: Found): void => {
  for (const [index, person] of people.entries())
    if (!person?.is_active || person.type !== 'person')
      throw invalid(`user_ids[${index}]`, 'must be the ID of an active person')
  for (const [index, group] of found.entries()) {
    if (!group) throw invalid(`group_ids[${index}]`, 'must be the ID of a group')
    if (actor.role !== 'admin' && !actor.groups.includes(group.id) && !isGroupOwner(actor, group))
      throw invalid(
        `group_ids[${index}]`,
        'must be the ID of a group that the caller is a member or an owner of',
      )
  }
}

const requireDates = ({ due_at, repeat_months }: Fields): void => {
  if (due_at !== null && due_at <= now()) throw invalid('due_at', 'must not be in the past')
  if (due_at === null && repeat_months !== null)
    throw invalid('due_at', 'must be a time if "repeat_months" is sent')
}

/** Returns the write that counts a new assignment of a course; a failure loads the course again. */
const toCountIn = (course: StoredCourse): Operation => {
  const count = courses.toAdd(course, 'assignment_count', 1)
  const path = counterPath('assignment_count')
  const hasRoom = anyOf(isAbsent(path), compare(path, '<', maxAssignments))
  return { ...count, require: [...(count.require ?? []), hasRoom], otherwise: undefined }
}

const toReference = (assignment: StoredAssignment): Operation[] => {
  const { course, groups: rows } = assignmentReferences(assignment)
  return [assignmentCourses.toPut(course), ...rows.map((row) => groupAssignments.toPut(row))]
}

/** Throws 403 unless the caller may edit the course, or owns the groups and assigns it to no one else. */
const requireAssigner = (actor: Actor, course: StoredCourse, [people, found]: Found): void =>
  requireTrainer(actor, course, people.length === 0 ? found : [])

/** Throws 403 unless the caller may assign the course, 409 unless it is published and has room for an assignment. */
const requireAssignable = (actor: Actor, course: StoredCourse, assignees: Found): void => {
  requireAssigner(actor, course, assignees)
  if (course.status !== 'published') throw courseNotPublished()
  if (course.assignment_count >= maxAssignments) throw tooManyAssignments()
}

/** Assigns a course to people and groups; throws 403, 404, 409, 422. */
export const assignCourse = async (actor: Actor, course_id: string, fields: Fields) => {
  requireNumbers(actor, fields)
  const [seen, assignees] = await Promise.all([findCourse(actor, course_id), findAssignees(fields)])
  requireAssigner(actor, seen.course, assignees)
  requireDates(fields)
  requireAssignees(actor, assignees)
  const assigned_by = { id: actor.id, name: actor.name }
  const assignment = courseAssignments.make({ ...fields, course_id, assigned_by })
  await courses.modify(seen.course, async (course) => {
    requireAssignable(actor, course, assignees)
    await transact([courseAssignments.toCreate(assignment), toCountIn(course), ...toReference(assignment)])
  })
  return { assignment, ...seen }
}

/** Returns an assignment; throws 404 if it does not exist or the caller cannot see its course. */
const findAssignment = async (actor: Actor, id: string) => {
  const reference = await assignmentCourses.find({ id })
  if (!reference) throw courseAssignments.absent()
  const [assignment, [seen]] = await Promise.all([
    courseAssignments.find(reference),
    visibleCourses(actor, [reference.course_id]),
  ])
  if (!assignment || !seen) throw courseAssignments.absent()
  const isShown =
    coursePolicy.allows(seen.course, actor, 'edit') ||
    assignment.assigned_by.id === actor.id ||
    seen.enrollment?.assignment_ids.includes(id) === true
  if (!isShown) throw courseAssignments.absent()
  return { assignment, course: seen.course }
}

/** Ends an assignment; throws 403 unless the caller assigned the course or is an administrator, 404, 412. */
export const endAssignment = (actor: Actor, id: string, ifMatch: IfMatch): Promise<void> =>
  retryOnConflict(async () => {
    const { assignment, course } = await findAssignment(actor, id)
    if (assignment.assigned_by.id !== actor.id && actor.role !== 'admin') throw notTheAssigner()
    const { course: reference, groups: rows } = assignmentReferences(assignment)
    await transact([
      courseAssignments.toRemoveRead(assignment, [], ifMatch),
      courses.toAdd(course, 'assignment_count', -1),
      assignmentCourses.toRemove(reference),
      ...rows.map((row) => groupAssignments.toRemove(row)),
    ])
  })

/** Restores an ended assignment, whatever its due time; throws 403, 404, 409, 422. */
export const restoreAssignment = async (actor: Actor, assignment: StoredAssignment): Promise<void> => {
  requireNumbers(actor, assignment)
  const [{ course }, assignees] = await Promise.all([
    findCourse(actor, assignment.course_id),
    findAssignees(assignment),
  ])
  requireAssignable(actor, course, assignees)
  requireAssignees(actor, assignees)
  await transact([courseAssignments.toRestore(assignment), toCountIn(course), ...toReference(assignment)])
}
