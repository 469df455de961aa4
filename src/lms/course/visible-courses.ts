import type { Actor } from '../../platform/identity/actor.ts'
import type { Reader } from '../../platform/resource.ts'
import { getItems } from '../../platform/table/batch/batch-get.ts'
import type { Problem } from '../../platform/runtime/problem.ts'
import { coursePolicy } from './access.ts'
import { courses, type StoredCourse } from './course.ts'
import { enrollments, type StoredEnrollment } from '../enrollment/enrollment.ts'

/** A course that the caller may see, with the caller's enrollment. */
export interface LoadedCourse {
  course: StoredCourse
  enrollment: StoredEnrollment | undefined
}

/**
 * Returns the courses that a person may currently see, with their enrollments, in the order of `ids` and in one round
 * trip; undefined for courses that do not exist or that the person may not see.
 */
export const visibleCourses = async (actor: Reader, ids: string[]): Promise<(LoadedCourse | undefined)[]> => {
  const items = await getItems(
    ids.flatMap((id) => [courses.keyOf({ id }), enrollments.keyOf({ course_id: id, user_id: actor.id })]),
  )
  return ids.map((_, index) => {
    const [item, row] = items.slice(2 * index, 2 * index + 2)
    const course = item && courses.read(item)
    const isEnrolled = row !== undefined
    if (!course || !coursePolicy.authorize({ ...course, isEnrolled }, actor)) return undefined
    return { course, enrollment: row && enrollments.read(row) }
  })
}

/** Returns the courses that a person may currently see, by ID. */
export const visibleCoursesById = async (
  actor: Reader,
  ids: string[],
): Promise<Map<string, LoadedCourse>> => {
  const seen = await visibleCourses(actor, [...new Set(ids)])
  return new Map(seen.flatMap((one) => (one ? [[one.course.id, one]] : [])))
}

/** Returns the IDs of the courses that a person may currently see. */
export const readableCourses = async (actor: Reader, ids: string[]): Promise<Set<string>> =>
  new Set((await visibleCoursesById(actor, ids)).keys())

/**
 * Returns a course with the caller's enrollment in one round trip; throws `absent`, by default 404, if the course does
 * not exist or the caller may not see it.
 */
export const findCourse = async (
  actor: Actor,
  id: string,
  absent: () => Problem = courses.absent,
): Promise<LoadedCourse> => {
  const [found] = await visibleCourses(actor, [id])
  if (!found) throw absent()
  return found
}
