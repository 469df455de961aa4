import { endpoint } from '../../platform/http/endpoint.ts'
import { addCategory } from '../category-changes.ts'
import { Category, CategoryInput } from '../category.ts'

export const createCategory = endpoint(
  {
    method: 'POST',
    path: '/lms/courses/categories',
    summary: 'Create a category of courses',
    access: 'admin',
    body: CategoryInput,
    status: 201,
    response: Category,
    problems: { 409: 'A category in the same place has this name.' },
  },
  ({ body }) => addCategory(body),
)
