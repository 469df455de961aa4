import type { Actor } from '../../platform/identity/actor.ts'
import { ignoreConflict, retryOnConflict } from '../../platform/table/conflict.ts'
import { transact } from '../../platform/table/table.ts'
import { now } from '../../platform/runtime/time.ts'
import type { Changes, IfMatch } from '../../platform/table/changes.ts'
import { toTrash } from '../../platform/trash/moves.ts'
import { requireCourseEdit, requireSettled } from './access.ts'
import { courseResponse, loadCourseResponse } from './response.ts'
import { copiedCategory } from './category/category-copy.ts'
import { toSyncCourse } from './derived-rows.ts'
import { toRemoveCourse, trashedCourse } from './trash.ts'
import { courses, type StoredCourse } from './course.ts'
import { rewriteContents, swapContents } from './contents/swap.ts'
import { findCourse } from './visible-courses.ts'
import { loadCourse } from './loaded-course.ts'
import { requireCourseDates, requireTransition } from './rules.ts'
import { changedContents, type ContentsChanges } from './contents/changes.ts'

type CourseChanges = Changes<StoredCourse> & ContentsChanges

/** Throws if these changes are not allowed: 403, 412, 409 while generating, 422. */
const requireCourseChange = (
  actor: Actor,
  course: StoredCourse,
  { status, start_at = course.start_at, end_at = course.end_at }: Changes<StoredCourse>,
  ifMatch: IfMatch,
): void => {
  requireCourseEdit(actor, course)
  courses.toUpdate(course, {}, ifMatch)
  requireSettled(course)
  if (status) requireTransition(course.status, status)
  requireCourseDates({ start_at, end_at })
}

/** Writes changes of the current course; throws {@link ConflictError} if the course has changed meanwhile. */
const writeChange = async (
  actor: Actor,
  id: string,
  { chapters, description, ...fields }: CourseChanges,
  ifMatch: IfMatch,
) => {
  const [loaded, category] = await Promise.all([
    loadCourse(actor, id, ['']),
    copiedCategory(fields.category_id),
  ])
  const { course, contents } = loaded
  requireCourseChange(actor, course, fields, ifMatch)
  const written = await changedContents(loaded, { chapters, description })
  const { draft, fields: follow, writes } = await rewriteContents(actor, course, contents, written)
  const isMoved = fields.category_id !== course.category_id
  const isPublished = fields.status === 'published' && course.status !== 'published'
  const by = { id: actor.id, name: actor.name }
  const publication = { version: course.version + 1, by, at: now() }
  const update = courses.toUpdate(
    course,
    { ...fields, ...(isMoved && category), ...follow, ...(isPublished && { publication }) },
    ifMatch,
  )
  if (update.isSame) return { ...loaded, known: draft.texts }
  await swapContents(writes, [update, ...toSyncCourse(course, update.thing)])
  return { ...loaded, course: update.thing, contents: draft.contents, known: draft.texts }
}

/** Changes a course; throws 403 if the caller is neither author nor administrator, 412, 409 while generating, 422. */
export const changeCourse = async (actor: Actor, id: string, changes: CourseChanges, ifMatch: IfMatch) => {
  const changed = await retryOnConflict(() => writeChange(actor, id, changes, ifMatch))
  const answer = await ignoreConflict(() => courseResponse({ reader: actor, ...changed }))
  return answer ?? loadCourseResponse(actor, id)
}

/** Moves a course to the trash. Throws 403, 412, 409 while generating. */
export const removeCourse = (actor: Actor, id: string, ifMatch: IfMatch) =>
  retryOnConflict(async () => {
    const { course } = await findCourse(actor, id)
    requireCourseEdit(actor, course)
    const removal = toRemoveCourse(course, ifMatch)
    requireSettled(course)
    await transact([...removal, ...toTrash(actor, trashedCourse(course))])
  })
