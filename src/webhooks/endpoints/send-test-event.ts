import { endpoint } from '../../platform/http/endpoint.ts'
import { Delivery } from '../delivery/delivery.ts'
import { testWebhook, webhookOff } from '../delivery/requested-delivery.ts'

export const sendTestEvent = endpoint('POST /webhooks/{id}/test', {
  access: 'admin',
  summary: 'Send a test event to a webhook',
  description: 'Sends the event `webhook.test` in the background, like any other event.',
  effect: 'admin',
  status: 202,
  isRepeatable: true,
  response: Delivery,
  problems: [webhookOff],
  handle: ({ actor, params }) => testWebhook(actor, params.id),
})
