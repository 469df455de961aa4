import type { OwnCall } from '../../platform/history/undo-operations.ts'
import { transact } from '../../platform/table/table.ts'
import { nextVersion } from '../../platform/trash/trashed-things.ts'
import { contentsPrefix, courseLessons } from '../course/contents/contents.ts'
import { findCourse } from '../course/visible-courses.ts'
import { courses } from '../course/course.ts'
import { enrollments, type StoredEnrollment } from '../enrollment/enrollment.ts'
import { quizProgress } from '../learning/changes.ts'
import { recordProgress, writeEnrollment } from '../learning/progress-change.ts'
import { loadCourse } from '../course/loaded-course.ts'
import { storedProgress } from '../course/progress.ts'

/** Returns the caller's enrollment in a course; throws 404 if there is none. */
export const findEnrollment = async ({ actor, change }: OwnCall): Promise<StoredEnrollment> => {
  const { enrollment } = await findCourse(actor, change.resource_id)
  if (!enrollment) throw enrollments.absent()
  return enrollment
}

/**
 * Restores the caller's completed lessons, as far as they are still in the course. Throws 409 if a quiz is among the
 * changed ones.
 */
export const restoreProgress = async ({ actor, change, value }: OwnCall): Promise<void> => {
  const { course, contents, enrollment } = await loadCourse(actor, change.resource_id, [contentsPrefix])
  if (!enrollment) throw enrollments.absent()
  const [before, after] = [new Set(enrollment.completed), new Set(value as string[])]
  const quizzes = courseLessons(contents).filter(({ kind }) => kind === 'quiz')
  if (quizzes.some(({ id }) => before.has(id) !== after.has(id))) throw quizProgress()
  await writeEnrollment(
    recordProgress({ course, contents, enrollment }, [...after], { isActivity: true, name: actor.name }),
  )
}

/** Restores the caller's enrollment with its progress. Throws 404 if the caller cannot see the course. */
export const restoreEnrollment = async ({ actor, removed }: OwnCall): Promise<void> => {
  const former = enrollments.read(removed)
  const { course, contents } = await loadCourse(actor, former.course_id, [contentsPrefix])
  const enrollment = { ...nextVersion(former), ...storedProgress(course, contents, former.completed) }
  await transact([enrollments.toRestore(enrollment), courses.toAdd(course, 'enrollment_count', 1)])
}
