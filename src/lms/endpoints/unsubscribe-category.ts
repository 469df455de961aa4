import { endpoint } from '../../platform/http/endpoint.ts'
import { categories, categorySubscriptions } from '../category/category.ts'

export const unsubscribeCategory = endpoint('DELETE /lms/courses/categories/{id}/subscribe', {
  summary: 'Unsubscribe from a course category',
  success: 'The caller is no longer subscribed.',
  isFunction: true,
  description: 'Existing notifications are kept. The request also succeeds if the caller is not subscribed.',
  handle: async ({ actor: { id: user_id }, params: { id } }) => {
    await categories.get({ id })
    await categorySubscriptions.remove({ category_id: id, user_id })
  },
})
