import { docs } from '#docs'
import { endpoint } from '../../platform/http/endpoint.ts'
import { listQuery, queryBoolean, searchableListOf, words } from '../../platform/schema/list-fields.ts'
import { queryAssistants, searchAssistants } from '../assistant/list.ts'
import { AssistantSummary } from '../assistant/assistant.ts'

export const listAssistants = endpoint('GET /assistants', {
  summary: 'List the assistants that the caller may use, last changed first',
  isFunction: true,
  description: 'Their own, public ones, and those shared with them.',
  query: listQuery({
    q: words.optional().meta(docs('Words in the name or description; best matches first.')),
    mine: queryBoolean.optional().meta(docs('`true`: only assistants that the caller owns.')),
  }),
  response: searchableListOf(AssistantSummary),
  handle: ({ actor, query: { q, mine, ...page } }) =>
    q === undefined ? queryAssistants(actor, { mine }, page) : searchAssistants(actor, q, { mine }, page),
})
