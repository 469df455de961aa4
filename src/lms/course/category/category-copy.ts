import { ignoreConflict } from '../../../platform/table/conflict.ts'
import { readList, type PageRequest } from '../../../platform/table/list/list.ts'
import { writeItem } from '../../../platform/table/table.ts'
import { categories } from '../../category/category.ts'
import { courses, CourseStatus, type StoredCourse } from '../course.ts'

/** Returns the copy of a category that courses store, in one round trip; null if the category does not exist. */
const loadCategoryCopy = async (category_id: string | null): Promise<StoredCourse['category']> => {
  const found = category_id && (await categories.find({ id: category_id }))
  return found ? { id: found.id, name: found.name } : null
}

/** Returns the category copy for a changed category of a course; the write itself checks that the category exists. */
export const copiedCategory = async (
  category_id: string | null | undefined,
): Promise<Partial<Pick<StoredCourse, 'category'>>> =>
  category_id === undefined ? {} : { category: await loadCategoryCopy(category_id) }

type Course = Pick<StoredCourse, 'id' | 'category_id' | 'category'>

/** Updates the category copy of a course, unless the course has moved to another category meanwhile. */
const setCopy = async (
  { id, category_id, category: copy }: Course,
  category: StoredCourse['category'],
): Promise<void> => {
  if (!category || copy?.name === category.name) return
  await ignoreConflict(() => writeItem(courses.toTouch({ id }, { category }, { category_id })))
}

/** Updates the category copy of a course, because the category may have been renamed while the course was added. */
export const renewCopy = async (course: Course): Promise<void> =>
  setCopy(course, await loadCategoryCopy(course.category_id))

/** Updates the category copies in one page of the courses of a category; returns the cursor of the next page. */
export const renewCategoryCopies = async (category_id: string, page: PageRequest): Promise<string | null> => {
  const sources = CourseStatus.options.flatMap((status) => courses.in('byCategory', { category_id, status }))
  const [category, { items, next_cursor }] = await Promise.all([
    loadCategoryCopy(category_id),
    readList(sources, page),
  ])
  await Promise.all(items.map((course) => setCopy(course, category)))
  return next_cursor
}
