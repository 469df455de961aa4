import type { Actor } from '../../platform/identity/actor.ts'
import { ownerAfter } from '../../platform/identity/erasure.ts'
import type { IfMatch } from '../../platform/table/changes.ts'
import type { Operation } from '../../platform/table/operation.ts'
import { readList } from '../../platform/table/list/list.ts'
import { transact } from '../../platform/table/table.ts'
import type { TrashDefinition } from '../../platform/trash/definition.ts'
import type { StoredEntry } from '../../platform/trash/entry.ts'
import { eraseTrashed } from '../../platform/trash/erasure.ts'
import { loadTrashed, restoredThing, trashedThing } from '../../platform/trash/trashed-things.ts'
import { toTakeOut } from '../../platform/trash/moves.ts'
import { coursePolicy, isVisibleToEnrolled } from './access.ts'
import { authorships } from './authorship.ts'
import { toCountCourses } from './category/category-counts.ts'
import { leaveFiles } from './file-removal.ts'
import { copiedCategory } from './category/category-copy.ts'
import { loadCourseResponse } from './response.ts'
import { sweepCourse } from './sweep.ts'
import { courses, courseType, type StoredCourse } from './course.ts'
import { enrollments } from '../enrollment/enrollment.ts'

/** Returns the trash entry of a course; its lessons, files, events and enrollments stay where they are. */
export const trashedCourse = (course: StoredCourse) => ({
  type: courseType.type,
  id: course.id,
  title: course.title,
  owner_id: course.author.id,
  item: courses.itemOf(course),
})

/**
 * Returns the writes that delete a course, its authorship and its category counts. The writes fail if someone enrolled
 * or was assigned meanwhile.
 */
export const toRemoveCourse = (course: StoredCourse, ifMatch?: IfMatch): Operation[] => [
  courses.toRemoveRead(course, ['enrollment_count', 'assignment_count'], ifMatch),
  authorships.toRemove({ user_id: course.author.id, course_id: course.id }),
  ...toCountCourses(course, undefined),
]

/** Returns true if a course is a draft or failed course of this author, and nobody is enrolled in it. */
export const isUnsharedDraft = (
  { author, status, enrollment_count }: StoredCourse,
  person: { id: string },
): boolean => author.id === person.id && (status === 'draft' || status === 'failed') && enrollment_count === 0

/** Returns a restored course, without a category if its category no longer exists. */
const restoredCourse = async (entry: StoredEntry): Promise<StoredCourse> => {
  const course = restoredThing(courses, entry)
  const category = await copiedCategory(course.category_id)
  return category.category || course.category_id === null
    ? { ...course, ...category }
    : courses.toUpdate(course, { ...category, category_id: null }).thing
}

const restoreCourse = async (actor: Actor, entry: StoredEntry) => {
  const course = await restoredCourse(entry)
  const { id, author } = course
  await transact([
    courses.toRestore(course),
    authorships.toCreate({ user_id: author.id, course_id: id }),
    // the category may be deleted meanwhile; a conflict loads it again
    ...toCountCourses(undefined, course).map((count) => ({ ...count, otherwise: undefined })),
    ...toTakeOut(entry),
  ])
  return loadCourseResponse(actor, id)
}

/** The author of a course and administrators may restore it. */
export const courseTrash: TrashDefinition = {
  load: loadTrashed(courses, (course, reader) =>
    coursePolicy.authorize(course, reader)?.permission === 'edit' ? 'purge' : undefined,
  ),
  // nobody else sees a draft, not even people enrolled in it
  concerned: async (entry, page) => {
    const course = trashedThing(courses, entry)
    const { author } = course
    if (!isVisibleToEnrolled(course)) return { items: [author.id], next_cursor: null }
    const { items, next_cursor } = await readList(enrollments.in('ofCourse', { course_id: entry.id }), page)
    return { items: [author.id, ...items.map(({ user_id }) => user_id)], next_cursor }
  },
  restore: restoreCourse,
  erase: eraseTrashed(courses, {
    isOwn: (course, { person }) => isUnsharedDraft(course, person),
    changesOf: ({ author }, erasure) => ({ author: ownerAfter(author, erasure) }),
    ownerOf: ({ author }) => author,
  }),
  sweep: async (entry, until) => {
    const course = trashedThing(courses, entry)
    await leaveFiles(course)
    return sweepCourse(course.id, course.author.id, until)
  },
}
