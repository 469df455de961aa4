import { endpoint } from '../../platform/http/endpoint.ts'
import { categoryNotEmpty, removeCategory } from '../category/changes.ts'

export const deleteCategory = endpoint('DELETE /lms/courses/categories/{id}', {
  summary: 'Delete a course category',
  effect: 'destructive',
  isFunction: true,
  description: 'Only an empty one: courses and categories in it must be moved or deleted first.',
  access: 'admin',
  takesIfMatch: true,
  problems: [categoryNotEmpty],
  handle: ({ params, ifMatch }) => removeCategory(params.id, ifMatch),
})
