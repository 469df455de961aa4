import { endpoint } from '../../platform/http/endpoint.ts'
import { removeCategory } from '../category-changes.ts'

export const deleteCategory = endpoint(
  {
    method: 'DELETE',
    path: '/lms/courses/categories/{id}',
    summary: 'Delete a category of courses',
    access: 'admin',
    status: 204,
    problems: {
      409: 'There are courses or other categories in it.',
      412: '`If-Match` names another version.',
    },
  },
  ({ params, ifMatch }) => removeCategory(params.id, ifMatch),
)
