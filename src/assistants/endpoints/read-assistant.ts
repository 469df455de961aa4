import { endpoint } from '../../platform/http/endpoint.ts'
import { requireAssistant, presentAssistant } from '../assistant/access.ts'
import { Assistant, assistants } from '../assistant/assistant.ts'
import { findRatingCounts } from '../assistant/rating-counts.ts'

export const readAssistant = endpoint('GET /assistants/{id}', {
  summary: 'Get an assistant',
  isFunction: true,
  description:
    '`instructions` is null for callers who may use it but not edit it, `ratings` for everyone but its owner ' +
    'and administrators.',
  response: Assistant,
  handle: async ({ actor, params }) => {
    const [assistant, counts] = await Promise.all([assistants.find(params), findRatingCounts(params.id)])
    return presentAssistant(actor, requireAssistant(actor, assistant), counts)
  },
})
