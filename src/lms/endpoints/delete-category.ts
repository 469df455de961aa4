import { endpoint } from '../../platform/http/endpoint.ts'
import { removeCategory } from '../category-changes.ts'

export const deleteCategory = endpoint(
  {
    method: 'DELETE',
    path: '/lms/courses/categories/{id}',
    summary: 'Delete a course category',
    access: 'admin',
    status: 204,
    problems: {
      409: 'It contains courses or other categories.',
      412: '`If-Match` names a different version.',
    },
  },
  ({ params, ifMatch }) => removeCategory(params.id, ifMatch),
)
