import { docs } from '#docs'
import { endpoint } from '../../platform/http/endpoint.ts'
import { listOf, listQuery } from '../../platform/schema/list-fields.ts'
import { readList } from '../../platform/table/list/list.ts'
import { Webhook, webhooks } from '../webhook/webhook.ts'

const WebhookSummary = Webhook.omit({ description: true }).meta(
  docs('A webhook, as shown in lists.', { id: 'WebhookSummary' }),
)

export const listWebhooks = endpoint('GET /webhooks', {
  access: 'admin',
  summary: 'List webhooks, oldest first',
  description: 'Lists at most 50 webhooks, without their descriptions and secrets.',
  effect: 'admin',
  query: listQuery({}),
  response: listOf(WebhookSummary),
  handle: ({ query }) => readList(webhooks.in('all', {}), query),
})
