import { endpoint } from '../../platform/http/endpoint.ts'
import { removeWebhook } from '../webhook/changes.ts'

export const deleteWebhook = endpoint('DELETE /webhooks/{id}', {
  access: 'admin',
  summary: 'Delete a webhook',
  description: 'Events that are still waiting are not sent. The webhook cannot be restored.',
  effect: 'admin',
  takesIfMatch: true,
  handle: ({ params, ifMatch }) => removeWebhook(params.id, ifMatch),
})
