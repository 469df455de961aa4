import type { Actor } from '../platform/identity/actor.ts'
import { getItems } from '../platform/table/batch-get.ts'
import { findTexts, type FoundTexts } from '../platform/table/large-text.ts'
import { canSee } from './access.ts'
import { loadContents, coursePartition, type Contents } from './contents.ts'
import { courses, type StoredCourse } from './course.ts'
import { enrollments, type StoredEnrollment } from './enrollment.ts'

/** A course as somebody has opened it. */
export interface LoadedCourse {
  course: StoredCourse
  enrollment: StoredEnrollment | undefined
}

/** A course with the caller's enrollment, in one round trip; throws 404 when there is none or they may not see it. */
export const findCourse = async (actor: Actor, id: string): Promise<LoadedCourse> => {
  const [item, row] = await getItems([
    courses.keyOf({ id }),
    enrollments.keyOf({ course_id: id, user_id: actor.id }),
  ])
  const course = item && courses.read(item)
  if (!course || !canSee(actor, course, row !== undefined)) throw courses.absent()
  return { course, enrollment: row && enrollments.read(row) }
}

/**
 * A course with its contents and those texts beside it whose names begin with one of `prefixes` (1 MB of each), in one
 * round trip. {@link ConflictError} when it has changed in between. Throws 404 when there is none or the
 * caller may not see it.
 */
export const loadCourse = async (
  actor: Actor,
  id: string,
  prefixes: string[],
): Promise<LoadedCourse & { contents: Contents; found: FoundTexts }> => {
  const owner = coursePartition({ id })
  const [opened, ...texts] = await Promise.all([
    findCourse(actor, id),
    ...prefixes.map((prefix) => findTexts(owner, prefix)),
  ])
  const found = texts.flat()
  return { ...opened, contents: await loadContents(opened.course, found), found }
}
