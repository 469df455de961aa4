import { HttpReply } from '../../platform/http/exchange/http-reply.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { retryOnConflict } from '../../platform/table/conflict.ts'
import { transact } from '../../platform/table/table.ts'
import { requirePage } from '../page/access.ts'
import { pages } from '../page/page.ts'
import { Subscription, subscriptions } from '../page/subscription.ts'

export const subscribePage = endpoint('POST /wiki/pages/{id}/subscribe', {
  summary: 'Subscribe to a page',
  success: { 200: 'The existing subscription.', 201: 'The new subscription.' },
  isFunction: true,
  description: 'The caller is notified of later revisions, except minor revisions and their own.',
  isPersonal: true,
  status: [201, 200],
  response: Subscription,
  handle: ({ actor: { id: user_id, ...actor }, params: { id: page_id } }) =>
    retryOnConflict(async () => {
      const [page, present] = await Promise.all([
        pages.get({ id: page_id }),
        subscriptions.find({ page_id, user_id }),
      ])
      await requirePage({ id: user_id, ...actor }, page)
      if (present) return new HttpReply(present, { status: 200 })

      const subscription = subscriptions.make({
        page_id,
        user_id,
        since: page.revision,
        space_id: page.space_id,
      })
      await transact([subscriptions.toCreate(subscription), pages.toRequire(page)])
      return new HttpReply(subscription)
    }),
})
