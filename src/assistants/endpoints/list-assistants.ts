import { docs } from '#docs'
import { endpoint } from '../../platform/http/endpoint.ts'
import { listQuery, queryBoolean, searchableListOf, words } from '../../platform/schema/list-fields.ts'
import { queryAssistants, searchAssistants } from '../assistant/list.ts'
import { AssistantSummary } from '../assistant/assistant.ts'

export const listAssistants = endpoint('GET /assistants', {
  summary: 'List the assistants available to the caller',
  isFunction: true,
  description: 'The caller’s own, public ones, and those shared with the caller; last changed first.',
  query: listQuery({
    q: words.optional().meta(docs('Words in the name or description; best matches first.')),
    mine: queryBoolean.optional().meta(docs('`true`: only assistants that the caller owns.')),
  }),
  response: searchableListOf(AssistantSummary),
  handle: ({ actor, query: { q, mine, ...page } }) =>
    q === undefined ? queryAssistants(actor, { mine }, page) : searchAssistants(actor, q, { mine }, page),
})
