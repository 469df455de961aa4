import { endpoint } from '../../platform/http/endpoint.ts'
import { categoryNotEmpty, removeCategory } from '../category/changes.ts'

export const deleteCategory = endpoint('DELETE /lms/courses/categories/{id}', {
  summary: 'Delete a course category',
  effect: 'destructive',
  isFunction: true,
  description:
    'The category must be empty: move or delete its courses and subcategories first. Undoing the deletion, which ' +
    'administrators find in the activity of the category, restores the category.',
  access: 'admin',
  takesIfMatch: true,
  problems: [categoryNotEmpty],
  handle: ({ params, ifMatch }) => removeCategory(params.id, ifMatch),
})
