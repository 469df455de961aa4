import { endpoint } from '../../platform/http/endpoint.ts'
import { Webhook, webhooks, webhookType } from '../webhook/webhook.ts'

export const readWebhook = endpoint(`GET ${webhookType.path}`, {
  access: 'admin',
  summary: 'Get a webhook',
  description: 'The response does not contain the secret, which is returned only when it is created.',
  effect: 'admin',
  response: Webhook,
  handle: ({ params }) => webhooks.get(params),
})
