import { endpoint } from '../../platform/http/endpoint.ts'
import { AssistantTrust } from '../assistant/trust.ts'
import { readTrusted } from '../assistant/trust-changes.ts'

export const readTrust = endpoint('GET /assistants/{id}/trust', {
  summary: 'Get what an assistant may do for the caller without asking',
  description: 'Nothing is allowed if the assistant has changed since the caller trusted it.',
  requiresSession: true,
  response: AssistantTrust,
  handle: ({ actor, params }) => readTrusted(actor, params.id),
})
