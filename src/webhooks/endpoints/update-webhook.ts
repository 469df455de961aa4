import { endpoint } from '../../platform/http/endpoint.ts'
import { updateOf } from '../../platform/schema/update-fields.ts'
import { changeWebhook } from '../webhook/changes.ts'
import { Webhook, WebhookInput } from '../webhook/webhook.ts'

export const updateWebhook = endpoint('PUT /webhooks/{id}', {
  access: 'admin',
  summary: 'Update a webhook',
  description:
    'A webhook that is turned on again also sends the events that were waiting when it was turned off.',
  effect: 'admin',
  body: updateOf(WebhookInput, Webhook),
  response: Webhook,
  handle: ({ params, body, ifMatch }) => changeWebhook(params.id, body, ifMatch),
})
