import { invalid } from '../../../platform/runtime/problem.ts'
import type { Operation } from '../../../platform/table/operation.ts'
import { categories } from '../../category/category.ts'
import type { StoredCourse } from '../course.ts'

/** Returns the writes that update the counts of categories: all courses, and published courses. */
export const toCountCourses = (
  before: StoredCourse | undefined,
  after: StoredCourse | undefined,
): Operation[] => {
  const amounts = new Map<string, { held_count: number; course_count: number }>()
  const count = (course: StoredCourse | undefined, amount: 1 | -1) => {
    if (!course?.category_id) return
    const { held_count, course_count } = amounts.get(course.category_id) ?? { held_count: 0, course_count: 0 }
    const published = course.status === 'published' ? amount : 0
    amounts.set(course.category_id, {
      held_count: held_count + amount,
      course_count: course_count + published,
    })
  }
  count(before, -1)
  count(after, 1)
  return [...amounts]
    .filter(([, { held_count, course_count }]) => held_count !== 0 || course_count !== 0)
    .map(([id, amount]) => ({
      ...categories.toAddAll({ id }, amount),
      otherwise: invalid('category_id', 'must be the ID of a category'),
    }))
}
