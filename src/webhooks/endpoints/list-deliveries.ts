import { docs } from '#docs'
import { endpoint } from '../../platform/http/endpoint.ts'
import { isAmong, listOf, listQuery, queryValues } from '../../platform/schema/list-fields.ts'
import { readList } from '../../platform/table/list/list.ts'
import { deliveries, Delivery, DeliveryStatus } from '../delivery/delivery.ts'
import { webhooks } from '../webhook/webhook.ts'

export const listDeliveries = endpoint('GET /webhooks/{id}/deliveries', {
  access: 'admin',
  summary: 'List the deliveries of a webhook, newest first',
  description: 'Deliveries are kept for 30 days, without the bodies of responses.',
  effect: 'admin',
  query: listQuery({
    status: queryValues(DeliveryStatus, null)
      .optional()
      .meta(docs('Only deliveries with these statuses, separated by commas.')),
  }),
  response: listOf(Delivery),
  handle: async ({ params: { id }, query: { status, ...page } }) => {
    await webhooks.get({ id })
    const sources = deliveries.in('ofWebhook', { webhook_id: id })
    return readList(sources, page, status && ((delivery) => isAmong(status, delivery.status)))
  },
})
