import type { KindUndo, OwnCall } from '../../platform/history/undo-operations.ts'
import { restoreAssignment } from '../assignment/changes.ts'
import { deleteAssignment } from '../assignment/endpoints/delete-assignment.ts'
import { courseAssignments } from '../enrollment/assignment.ts'
import { nextVersion } from '../../platform/trash/trashed-things.ts'
import { deleteCourse } from '../endpoints/delete-course.ts'
import { unenrollCourse } from '../endpoints/unenroll-course.ts'
import { updateCourse } from '../endpoints/update-course.ts'
import { contentsReference } from '../course/history.ts'
import { findEnrollment, restoreEnrollment, restoreProgress } from './enrollment.ts'
import { ConflictError } from '../../platform/table/conflict.ts'
import { requireCourseEdit, requireSettled } from '../course/access.ts'
import { contentsPrefix } from '../course/contents/contents.ts'
import { rewriteContents, swapContents } from '../course/contents/swap.ts'
import { findCourse } from '../course/visible-courses.ts'
import { courses, courseType, type StoredCourse } from '../course/course.ts'
import { formerDraft, isFormerContents, type FormerContents } from '../course/contents/former-contents.ts'
import { loadCourse } from '../course/loaded-course.ts'
import { toSyncCourseFiles } from '../course/contents/files.ts'

/** Returns the stored course if the caller may see it; throws 404. */
const loadStoredCourse = async ({ actor, change }: OwnCall): Promise<StoredCourse> =>
  (await findCourse(actor, change.object_id)).course

/**
 * Returns true if the current contents of a course, including lesson texts, equal contents in the history; false if
 * these are no longer stored. Throws 404.
 */
const hasContents = async ({ actor, change, value }: OwnCall): Promise<boolean> => {
  const { course, contents } = await loadCourse(actor, change.object_id, [contentsPrefix])
  return isFormerContents(course, contents, value as FormerContents | null)
}

/**
 * Restores the former chapters, lessons and description of a course if the caller may change it. Throws 403, 404 if the
 * former contents are no longer stored, 409 while generating or if the course has changed meanwhile, 422 if a quiz
 * would replace a text lesson.
 */
const restoreContents = async ({ actor, change, value, version }: OwnCall): Promise<void> => {
  const { course, contents } = await loadCourse(actor, change.object_id, [contentsPrefix])
  requireCourseEdit(actor, course)
  requireSettled(course)
  if (course.version !== version) throw new ConflictError()
  const { file_ids, ...former } = await formerDraft(course, contents, value as FormerContents | null)
  const { fields, writes } = await rewriteContents(actor, course, contents, former, file_ids)
  const update = courses.toUpdate(course, fields)
  await swapContents(writes, [update, ...toSyncCourseFiles(course, update.thing)])
}

export const courseUndo: KindUndo = {
  [courseType.type]: {
    read: loadStoredCourse,
    update: updateCourse,
    fields: {
      contents: { present: contentsReference, isPresent: hasContents, operation: restoreContents },
    },
    remove: deleteCourse,
  },
  enrollment: {
    idsOf: ({ resource_id }) => ({ id: resource_id }),
    read: findEnrollment,
    fields: { completed: { operation: restoreProgress } },
    remove: unenrollCourse,
    restore: restoreEnrollment,
  },
  course_assignment: {
    remove: deleteAssignment,
    restore: ({ actor, removed }: OwnCall) =>
      restoreAssignment(actor, nextVersion(courseAssignments.read(removed))),
  },
}
