import type { Actor } from '../../platform/identity/actor.ts'
import { isAmong } from '../../platform/schema/list-fields.ts'
import type { ListPage, PageRequest } from '../../platform/table/list/list.ts'
import { readAll, readList } from '../../platform/table/list/list.ts'
import { maxSortedRows, readNewest } from '../../platform/table/list/sorted-list.ts'
import { toListPage } from '../../platform/table/list/loaded-list.ts'
import { coursePolicy } from '../course/access.ts'
import { visibleCoursesById } from '../course/visible-courses.ts'
import { courseAssignments, type StoredAssignment } from '../enrollment/assignment.ts'
import { enrollments } from '../enrollment/enrollment.ts'
import type { EnrollmentStatus } from '../learning/enrollment-filters.ts'
import { presentAssignment } from './presented-assignment.ts'

interface Filters {
  mine?: boolean | undefined
  course_id?: string[] | undefined
  status?: EnrollmentStatus[] | undefined
}

interface Rows {
  rows: StoredAssignment[]
  /** True if there are more rows than are read for a page. */
  truncated: boolean
}

/** Loads the assignments that concern the caller. */
const listOwn = async ({ id: user_id }: Actor): Promise<Rows> => {
  const sources = enrollments.in('ofUser', { user_id })
  const { items, next_cursor } = await readList(sources, { limit: maxSortedRows })
  const keys = items.flatMap(({ course_id, assignment_ids }) =>
    assignment_ids.map((id) => ({ course_id, id })),
  )
  const found = await courseAssignments.findMany(keys)
  return {
    rows: found.filter((assignment) => assignment !== undefined),
    truncated: next_cursor !== null,
  }
}

const listOfCourses = async (course_ids: string[]): Promise<Rows> => {
  const lists = course_ids.map((course_id) => readAll(courseAssignments.in('ofCourse', { course_id })))
  return { rows: (await Promise.all(lists)).flat(), truncated: false }
}

/** Sort key of assignments without a due time, after all times. */
const notDue = '~'

/**
 * Returns a page of assignments in the order of their first due times: those that concern the caller and, unless `mine`
 * is set, those that the caller made. With `course_id`, includes all assignments of courses that the caller may edit.
 * `truncated` is true if the caller has made more than 1,000 assignments or has more than 1,000 enrollments.
 */
export const queryAssignments = async (
  actor: Actor,
  { mine, course_id, status }: Filters,
  page: PageRequest,
): Promise<ListPage<ReturnType<typeof presentAssignment>> & { truncated: boolean }> => {
  const byAssigner = () => readNewest(courseAssignments.in('byAssigner', { assigned_by: actor }))
  const found = await Promise.all(
    course_id && !mine ? [listOfCourses(course_id)] : [listOwn(actor), ...(mine ? [] : [byAssigner()])],
  )
  const rows = found.flatMap((one) => one.rows)
  const wanted = new Map(rows.map((assignment) => [assignment.id, assignment]))
  const all = [...wanted.values()].filter((assignment) => isAmong(course_id, assignment.course_id))
  const seen = await visibleCoursesById(
    actor,
    all.map((assignment) => assignment.course_id),
  )
  const shown = all.flatMap((assignment) => {
    const opened = seen.get(assignment.course_id)
    if (!opened) return []
    const presented = presentAssignment(actor, assignment, opened)
    const concerns = presented.status !== null || (!mine && assignment.assigned_by.id === actor.id)
    const isShown = concerns || (!mine && coursePolicy.allows(opened.course, actor, 'edit'))
    return isShown && isAmong<EnrollmentStatus | null>(status, presented.status) ? [presented] : []
  })
  return {
    ...toListPage(shown, ({ due_at, id }) => `${due_at ?? notDue}#${id}`, page),
    truncated: found.some((one) => one.truncated),
  }
}
