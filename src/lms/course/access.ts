import type { Actor } from '../../platform/identity/actor.ts'
import { getItems } from '../../platform/table/batch/batch-get.ts'
import { coursePolicy } from '../access.ts'
import { courses, type StoredCourse } from './course.ts'
import { enrollments, type StoredEnrollment } from '../enrollment/enrollment.ts'

/** A course that somebody may see, and how they take part in it. */
export interface LoadedCourse {
  course: StoredCourse
  enrollment: StoredEnrollment | undefined
}

/**
 * Those of the courses that somebody may see now, in the order of `ids`, with their enrollments: in one round trip,
 * however many they are. Undefined for those that are gone or that they may not see.
 */
export const visibleCourses = async (
  actor: Pick<Actor, 'id' | 'role' | 'groups'>,
  ids: string[],
): Promise<(LoadedCourse | undefined)[]> => {
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

/** The ids of those of the courses that somebody may see now. */
export const readableCourses = async (
  actor: Pick<Actor, 'id' | 'role' | 'groups'>,
  ids: string[],
): Promise<Set<string>> =>
  new Set((await visibleCourses(actor, ids)).flatMap((seen) => seen?.course.id ?? []))

/** A course with the caller's enrollment, in one round trip; throws 404 when there is none or they may not see it. */
export const findCourse = async (actor: Actor, id: string): Promise<LoadedCourse> => {
  const [found] = await visibleCourses(actor, [id])
  if (!found) throw courses.absent()
  return found
}
