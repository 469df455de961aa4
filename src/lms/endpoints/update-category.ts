import { endpoint } from '../../platform/http/endpoint.ts'
import { updateOf } from '../../platform/schema/update-fields.ts'
import { changeCategory, categoryNameTaken } from '../category/changes.ts'
import { Category, CategoryInput } from '../category/category.ts'

export const updateCategory = endpoint('PUT /lms/courses/categories/{id}', {
  summary: 'Update or move a course category',
  effect: 'write',
  isFunction: true,
  description:
    'With another `parent_id`, the category moves with all its descendants. Its courses and subscriptions stay.',
  access: 'admin',
  body: updateOf(CategoryInput, Category),
  response: Category,
  problems: [categoryNameTaken],
  handle: ({ params, body, ifMatch }) => changeCategory(params.id, body, ifMatch),
})
