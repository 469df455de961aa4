import { endpoint } from '../../platform/http/endpoint.ts'
import { addWebhook, tooManyWebhooks } from '../webhook/changes.ts'
import { WebhookWithSecret } from '../webhook/signing-secret.ts'
import { WebhookInput } from '../webhook/webhook.ts'

export const createWebhook = endpoint('POST /webhooks', {
  access: 'admin',
  summary: 'Create a webhook',
  success: 'The new webhook; the secret is returned only once.',
  description:
    'Sends each event at least once, in any order, in a request signed according to Standard Webhooks. A receiver ' +
    'must answer 2xx within 15 seconds; otherwise the request is repeated for about three days. A webhook is turned ' +
    'off if the receiver answers 410, or if no request has succeeded for four days.',
  effect: 'admin',
  body: WebhookInput,
  response: WebhookWithSecret,
  shownOnce: ['secret'],
  location: '/webhooks/{id}',
  problems: [tooManyWebhooks],
  handle: ({ actor, body }) => addWebhook(actor, body),
})
