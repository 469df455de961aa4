import { endpoint } from '../../platform/http/endpoint.ts'
import { updateOf } from '../../platform/schema/fields.ts'
import { changeCategory } from '../category-changes.ts'
import { Category, CategoryInput } from '../category.ts'

export const updateCategory = endpoint(
  {
    method: 'PUT',
    path: '/lms/courses/categories/{id}',
    summary: 'Change or move a course category',
    access: 'admin',
    body: updateOf(CategoryInput, Category),
    response: Category,
    problems: { 409: 'A sibling category has this name.' },
  },
  ({ params, body: { name, description, parent_id, position }, ifMatch }) =>
    changeCategory(params.id, { name, description, parent_id, position }, ifMatch),
)
