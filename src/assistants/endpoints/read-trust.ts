import { endpoint } from '../../platform/http/endpoint.ts'
import { AssistantTrust } from '../assistant/trust.ts'
import { readTrusted } from '../assistant/trust-changes.ts'

export const readTrust = endpoint('GET /assistants/{id}/trust', {
  summary: 'Get the functions an assistant calls without asking',
  description: 'Empty if the assistant has changed since the caller trusted it.',
  requiresSession: true,
  response: AssistantTrust,
  handle: ({ actor, params }) => readTrusted(actor, params.id),
})
