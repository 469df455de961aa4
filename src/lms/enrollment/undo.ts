import type { OwnCall } from '../../platform/history/undo-operations.ts'
import { transact, writeItem } from '../../platform/table/table.ts'
import { nextVersion } from '../../platform/trash/trashed-things.ts'
import { contentsPrefix } from '../contents/contents.ts'
import { findCourse } from '../course/access.ts'
import { courses } from '../course/course.ts'
import { enrollments, type StoredEnrollment } from './enrollment.ts'
import { loadCourse } from '../course/loaded-course.ts'
import { storedProgress } from './progress.ts'

/** The caller's part in a course; throws 404 when they take none in it. */
export const findEnrollment = async ({ actor, change }: OwnCall): Promise<StoredEnrollment> => {
  const { enrollment } = await findCourse(actor, change.resource_id)
  if (!enrollment) throw enrollments.absent()
  return enrollment
}

/** Lets the caller have completed the lessons that they had before, as far as the course still has them. */
export const restoreProgress = async ({ actor, change, value }: OwnCall): Promise<void> => {
  const { course, contents, enrollment } = await loadCourse(actor, change.resource_id, [contentsPrefix])
  if (!enrollment) throw enrollments.absent()
  const update = enrollments.toUpdate(enrollment, storedProgress(course, contents, value as string[]))
  if (!update.isSame) await writeItem(update)
}

/** Lets the caller take part in a course again, with the progress that they had. Throws 404 for one they do not see. */
export const restoreEnrollment = async ({ actor, removed }: OwnCall): Promise<void> => {
  const former = enrollments.read(removed)
  const { course, contents } = await loadCourse(actor, former.course_id, [contentsPrefix])
  const enrollment = { ...nextVersion(former), ...storedProgress(course, contents, former.completed) }
  await transact([enrollments.toRestore(enrollment), courses.toAdd(course, 'enrollment_count', 1)])
}
