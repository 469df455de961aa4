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
    const counted = amounts.get(course.category_id) ?? { held_count: 0, course_count: 0 }
    counted.held_count += amount
    if (course.status === 'published') counted.course_count += amount
    amounts.set(course.category_id, counted)
  }
  count(before, -1)
  count(after, 1)
  return [...amounts]
    .filter(([, amount]) => Object.values(amount).some(Boolean))
    .map(([id, amount]) => ({
      ...categories.toAddAll({ id }, amount),
      otherwise: invalid('category_id', 'must be the ID of a category'),
    }))
}
