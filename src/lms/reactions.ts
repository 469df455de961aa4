import { after } from '../platform/dispatcher.ts'
import { categories } from './category.ts'
import { indexCourse } from './course-words.ts'
import { courses, type StoredCourse } from './course.ts'
import { toSweep } from './sweep.ts'

/** Whether words may have changed by which the course is found. */
const isReworded = (before: StoredCourse | undefined, after: StoredCourse | undefined) => {
  const words = (course: StoredCourse | undefined) =>
    course && JSON.stringify([course.title, course.tags, course.short_description, course.contents])
  return words(before) !== words(after)
}

export const reactions = [
  after(categories, ({ before, after }) =>
    before && !after ? [toSweep({ what: 'category', category_id: before.id })] : [],
  ),

  after(courses, async ({ before, after }) => {
    if (before?.version === after?.version) return []
    const { id } = (after ?? before) as StoredCourse
    if (isReworded(before, after)) await indexCourse(id)
    if (!after) return [toSweep({ what: 'course', course_id: id })]
    const isReplaced = before?.contents && before.contents.id !== after.contents?.id
    return isReplaced ? [toSweep({ what: 'texts', course_id: id, contents: before.contents as NonNullable<typeof before.contents> })] : [] // prettier-ignore
  }),
]
