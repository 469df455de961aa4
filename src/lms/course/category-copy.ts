import { ignoreConflict } from '../../platform/table/conflict.ts'
import { readList, type PageRequest } from '../../platform/table/list/list.ts'
import { writeItem } from '../../platform/table/table.ts'
import { categories } from '../category/category.ts'
import { courses, CourseStatus, type StoredCourse } from './course.ts'

type Copy = Pick<StoredCourse, 'category'>

/** The category that is named, as courses keep it; none where it is gone. In one round trip. */
const categoryOf = async (category_id: string | null): Promise<StoredCourse['category']> => {
  const found = category_id === null ? undefined : await categories.find({ id: category_id })
  return found ? { id: found.id, name: found.name } : null
}

/** The copy that goes with another category of a course; a write looks whether there is such a category. */
export const copiedCategory = async (category_id: string | null | undefined): Promise<Partial<Copy>> =>
  category_id === undefined ? {} : { category: await categoryOf(category_id) }

type Course = Pick<StoredCourse, 'id' | 'category_id' | 'category'>

/** Gives a course the name that its category has now, unless it has come into another one meanwhile. */
const setCopy = async (
  { id, category_id, category: copy }: Course,
  category: StoredCourse['category'],
): Promise<void> => {
  if (!category || copy?.name === category.name) return
  await ignoreConflict(() => writeItem(courses.toTouch({ id }, { category }, { category_id })))
}

/** Gives a course the present name of its category, which may have been renamed when it came in. */
export const renewCopy = async (course: Course): Promise<void> =>
  setCopy(course, await categoryOf(course.category_id))

/** Gives the courses of a category its present name, one page of them; returns the cursor of the next. */
export const renewCategoryCopies = async (category_id: string, page: PageRequest): Promise<string | null> => {
  const sources = CourseStatus.options.flatMap((status) => courses.in('byCategory', { category_id, status }))
  const [category, { items, next_cursor }] = await Promise.all([
    categoryOf(category_id),
    readList(sources, page),
  ])
  await Promise.all(items.map((course) => setCopy(course, category)))
  return next_cursor
}
