import { endpoint } from '../../platform/http/endpoint.ts'
import { requirePage } from '../page/access.ts'
import { pages } from '../page/page.ts'
import { subscriptions } from '../page/subscription.ts'

export const unsubscribePage = endpoint('DELETE /wiki/pages/{id}/subscribe', {
  summary: 'Unsubscribe from a page',
  success: 'The caller is no longer subscribed.',
  isFunction: true,
  description: 'Existing notifications are kept. The request also succeeds if the caller is not subscribed.',
  handle: async ({ actor, params: { id } }) => {
    await requirePage(actor, await pages.get({ id }))
    await subscriptions.remove({ page_id: id, user_id: actor.id })
  },
})
