import { HttpReply } from '../../platform/http/exchange/http-reply.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { retryOnConflict } from '../../platform/table/conflict.ts'
import { transact } from '../../platform/table/table.ts'
import { categories, categorySubscriptions, CategorySubscription } from '../category/category.ts'

export const subscribeCategory = endpoint('POST /lms/courses/categories/{id}/subscribe', {
  summary: 'Subscribe to a course category',
  success: { 200: 'The existing subscription.', 201: 'The new subscription.' },
  isFunction: true,
  description: 'From now on, the caller is notified of courses that others publish in the category.',
  isPersonal: true,
  status: [201, 200],
  response: CategorySubscription,
  handle: ({ actor: { id: user_id }, params: { id } }) =>
    retryOnConflict(async () => {
      const [, present] = await Promise.all([
        categories.get({ id }),
        categorySubscriptions.find({ category_id: id, user_id }),
      ])
      if (present) return new HttpReply(present, { status: 200 })
      const subscription = categorySubscriptions.make({ category_id: id, user_id })
      await transact([categories.toRequire({ id }), categorySubscriptions.toCreate(subscription)])
      return new HttpReply(subscription)
    }),
})
