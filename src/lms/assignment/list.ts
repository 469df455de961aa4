import type { Actor } from '../../platform/identity/actor.ts'
import { isAmong } from '../../platform/schema/list-fields.ts'
import type { ListPage, PageRequest } from '../../platform/table/list/list.ts'
import { readAll, readList } from '../../platform/table/list/list.ts'
import { toListPage } from '../../platform/table/list/loaded-list.ts'
import { coursePolicy } from '../course/access.ts'
import { visibleCourses } from '../course/visible-courses.ts'
import { courseAssignments, type StoredAssignment } from '../enrollment/assignment.ts'
import { enrollments } from '../enrollment/enrollment.ts'
import type { EnrollmentStatus } from '../learning/enrollment-filters.ts'
import { presentAssignment } from './presented-assignment.ts'

interface Filters {
  mine?: boolean | undefined
  course_id?: string[] | undefined
  status?: EnrollmentStatus[] | undefined
}

/** Maximum number of assignments and of enrollments read for a page. */
const maxRows = 1_000

/** Loads the assignments that concern the caller. */
const listOwn = async ({ id: user_id }: Actor): Promise<StoredAssignment[]> => {
  const { items } = await readList(enrollments.in('ofUser', { user_id }), { limit: maxRows })
  const keys = items.flatMap(({ course_id, assignment_ids }) =>
    assignment_ids.map((id) => ({ course_id, id })),
  )
  return (await courseAssignments.findMany(keys)).filter((assignment) => assignment !== undefined)
}

const listGiven = async (assigned_by: Actor): Promise<StoredAssignment[]> =>
  (await readList(courseAssignments.in('byAssigner', { assigned_by }), { limit: maxRows })).items

const listOfCourses = async (course_ids: string[]): Promise<StoredAssignment[]> =>
  (
    await Promise.all(course_ids.map((course_id) => readAll(courseAssignments.in('ofCourse', { course_id }))))
  ).flat()

/** Sort key of assignments without a due time, after all times. */
const notDue = '~'

/**
 * Returns a page of assignments in the order of their first due times: those that concern the caller and, unless `mine`
 * is set, those that the caller made. With `course_id`, includes all assignments of courses that the caller may edit.
 */
export const queryAssignments = async (
  actor: Actor,
  { mine, course_id, status }: Filters,
  page: PageRequest,
): Promise<ListPage<ReturnType<typeof presentAssignment>>> => {
  const found = await Promise.all([
    mine || !course_id ? listOwn(actor) : [],
    mine || course_id ? [] : listGiven(actor),
    course_id && !mine ? listOfCourses(course_id) : [],
  ])
  const wanted = new Map(found.flat().map((assignment) => [assignment.id, assignment]))
  const all = [...wanted.values()].filter((assignment) => isAmong(course_id, assignment.course_id))
  const course_ids = [...new Set(all.map((assignment) => assignment.course_id))]
  const seen = await visibleCourses(actor, course_ids)
  const byCourse = new Map(seen.flatMap((one) => (one ? [[one.course.id, one]] : [])))
  const shown = all.flatMap((assignment) => {
    const opened = byCourse.get(assignment.course_id)
    if (!opened) return []
    const presented = presentAssignment(actor, assignment, opened)
    const concerns = presented.status !== null || (!mine && assignment.assigned_by.id === actor.id)
    const isShown = concerns || (!mine && coursePolicy.allows(opened.course, actor, 'edit'))
    return isShown && (!status || (presented.status && status.includes(presented.status))) ? [presented] : []
  })
  return toListPage(shown, ({ due_at, id }) => `${due_at ?? notDue}#${id}`, page)
}
