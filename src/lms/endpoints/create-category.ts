import { endpoint } from '../../platform/http/endpoint.ts'
import { addCategory, categoryNameTaken } from '../category/changes.ts'
import { Category, CategoryInput } from '../category/category.ts'

export const createCategory = endpoint('POST /lms/courses/categories', {
  summary: 'Create a course category',
  effect: 'write',
  isFunction: true,
  description: 'Without `parent_id`, the category is at the top level. No notifications are sent.',
  access: 'admin',
  body: CategoryInput,
  status: 201,
  response: Category,
  problems: [categoryNameTaken],
  handle: ({ body }) => addCategory(body),
})
