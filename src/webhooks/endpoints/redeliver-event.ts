import { endpoint } from '../../platform/http/endpoint.ts'
import { deliveries, Delivery } from '../delivery/delivery.ts'
import { redeliver, webhookOff } from '../delivery/requested-delivery.ts'
import { id } from '../../platform/schema/fields.ts'

export const redeliverEvent = endpoint('POST /webhooks/{id}/deliveries/{delivery_id}/redeliver', {
  access: 'admin',
  summary: 'Send an event to a webhook again',
  description:
    'Starts the attempts again in the background, under the same `webhook-id` and with the same body.',
  effect: 'admin',
  status: 202,
  params: { delivery_id: id },
  response: Delivery,
  problems: [webhookOff, deliveries.absent],
  handle: ({ params }) => redeliver(params.id, params.delivery_id),
})
