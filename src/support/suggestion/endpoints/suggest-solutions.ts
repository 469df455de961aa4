import { docs } from '#docs'
import { endpoint } from '../../../platform/http/endpoint.ts'
import { answeredArray } from '../../../platform/schema/fields.ts'
import * as z from '../../../platform/schema/schema.ts'
import { SearchResult } from '../../../search/search-result.ts'
import { TicketInput } from '../../ticket/ticket-input.ts'
import { ticketDescription } from '../../ticket/ticket-message.ts'
import { findSolutions, maxSolutions } from '../solutions.ts'

export const suggestSolutions = endpoint('POST /support/tickets/suggest', {
  summary: 'Suggest solutions before a ticket is created',
  isFunction: true,
  effect: 'read',
  profile: 'reader',
  description:
    'Returns pages, lessons and the caller’s own resolved or closed tickets that may help, best first. Searches for ' +
    'the most significant words of the subject, then of the description. Neither text is stored; if ' +
    'nothing is found, `GET /support/gaps` counts these words.',
  body: z.strictObject({
    subject: TicketInput.shape.subject,
    description: ticketDescription.meta(
      docs('Description of the request. Only the first 4,000 characters are searched.', {
        examples: ['It began this morning.'],
      }),
    ),
  }),
  response: z.described(docs('Suggested solutions.', { id: 'SolutionSuggestions' }), {
    items: answeredArray(SearchResult, maxSolutions).meta(docs('Suggested solutions.')),
  }),
  handle: ({ actor, body }) => findSolutions(actor, body),
})
