import { fanOut } from '../../platform/events/fan-out.ts'
import { renewCategoryCopies } from '../course/category/category-copy.ts'
import { categoryRenames } from '../queues.ts'

/** Updates the category name in the courses of a category. */
export const renameCategory = fanOut(categoryRenames, ({ category_id }, page) =>
  renewCategoryCopies(category_id, page),
)
