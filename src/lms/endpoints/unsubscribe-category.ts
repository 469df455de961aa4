import { endpoint } from '../../platform/http/endpoint.ts'
import { categories, categorySubscriptions } from '../category/category.ts'

export const unsubscribeCategory = endpoint('DELETE /lms/courses/categories/{id}/subscribe', {
  summary: 'Unsubscribe from a course category',
  success: 'The caller is no longer subscribed.',
  isFunction: true,
  description:
    'Notifications that the caller has already are kept. It also succeeds for a caller who is not ' +
    'subscribed.',
  handle: async ({ actor: { id: user_id }, params: { id } }) => {
    await categories.get({ id })
    await categorySubscriptions.remove({ category_id: id, user_id })
  },
})
