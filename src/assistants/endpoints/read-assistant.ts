import { endpoint } from '../../platform/http/endpoint.ts'
import { requireAssistant, presentAssistant } from '../access.ts'
import { Assistant, assistants } from '../assistant.ts'

export const readAssistant = endpoint(
  {
    method: 'GET',
    path: '/assistants/{id}',
    summary: 'Read an assistant',
    description: '`instructions` is null for callers who may use it but not edit it.',
    response: Assistant,
  },
  async ({ actor, params }) =>
    presentAssistant(actor, requireAssistant(actor, await assistants.find(params))),
)
