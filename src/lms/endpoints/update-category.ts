import { endpoint } from '../../platform/http/endpoint.ts'
import { updateOf } from '../../platform/schema/update-fields.ts'
import { changeCategory, categoryNameTaken } from '../category/changes.ts'
import { Category, CategoryInput } from '../category/category.ts'

export const updateCategory = endpoint('PUT /lms/courses/categories/{id}', {
  summary: 'Change or move a course category',
  effect: 'write',
  isFunction: true,
  description:
    'With another `parent_id`, it moves with everything below it. Courses in it and subscriptions to it ' +
    'stay.',
  access: 'admin',
  body: updateOf(CategoryInput, Category),
  response: Category,
  problems: [categoryNameTaken],
  handle: ({ params, body, ifMatch }) => changeCategory(params.id, body, ifMatch),
})
