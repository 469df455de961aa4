import type { Actor } from '../../platform/identity/actor.ts'
import { ownerAfter } from '../../platform/identity/erasure.ts'
import { retryOnConflict } from '../../platform/table/conflict.ts'
import { readList } from '../../platform/table/list/list.ts'
import { transact } from '../../platform/table/table.ts'
import type { TrashDefinition } from '../../platform/trash/definition.ts'
import type { StoredEntry } from '../../platform/trash/entry.ts'
import { eraseTrashed } from '../../platform/trash/erasure.ts'
import { loadTrashed, restoredThing, trashedThing } from '../../platform/trash/trashed-things.ts'
import { toTakeOut } from '../../platform/trash/moves.ts'
import { coursePolicy } from '../access.ts'
import { authorships } from './authorship.ts'
import { toCountCourses } from '../category/counts.ts'
import { leaveFiles } from '../generation/course-files.ts'
import { copiedCategory } from './category-copy.ts'
import { courseResponse } from './response.ts'
import { sweepCourse } from './sweep.ts'
import { courses, courseType, type StoredCourse } from './course.ts'
import { enrollments } from '../enrollment/enrollment.ts'
import { loadCourse } from './loaded-course.ts'

/** A course as it goes into the trash; its lessons, files and events, and who takes part, stay where they are. */
export const trashedCourse = (course: StoredCourse) => ({
  type: courseType.type,
  id: course.id,
  title: course.title,
  owner_id: course.author.id,
  item: courses.itemOf(course),
})

/** Whether somebody wrote a course that nobody else has: a draft that nobody takes part in. */
export const isUnsharedDraft = (
  { author, status, enrollment_count }: StoredCourse,
  person: { id: string },
): boolean => author.id === person.id && (status === 'draft' || status === 'failed') && enrollment_count === 0

/** A course as it comes back: in no category when its own is gone. */
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
    // the category may go meanwhile, so it is looked for again
    ...toCountCourses(undefined, course).map((count) => ({ ...count, otherwise: undefined })),
    ...toTakeOut(entry),
  ])
  return retryOnConflict(async () => courseResponse(await loadCourse(actor, id, [''])))
}

/** Its author and administrators may restore a course. */
export const courseTrash: TrashDefinition = {
  load: loadTrashed(courses, (course, reader) =>
    coursePolicy.authorize(course, reader)?.permission === 'edit' ? 'purge' : undefined,
  ),
  // nobody else sees a draft, nor those who take part in it
  concerned: async (entry, page) => {
    const { author, status } = trashedThing(courses, entry)
    if (status !== 'published' && status !== 'archived') return { items: [author.id], next_cursor: null }
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
