import { endpoint } from '../../platform/http/endpoint.ts'
import { categories, categorySubscriptions } from '../category.ts'

export const unsubscribeCategory = endpoint(
  {
    method: 'DELETE',
    path: '/lms/courses/categories/{id}/subscribe',
    summary: 'Unsubscribe from a course category',
    status: 204,
  },
  async ({ actor: { id: user_id }, params: { id } }) => {
    await categories.get({ id })
    await categorySubscriptions.remove({ category_id: id, user_id })
  },
)
