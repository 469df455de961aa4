import { docs } from '#docs'
import { endpoint } from '../../platform/http/endpoint.ts'
import { listQuery, searchableListOf, words } from '../../platform/schema/list-fields.ts'
import { ticketFilters } from '../ticket/filters.ts'
import { Ticket } from '../ticket/ticket.ts'
import { queryTickets } from '../ticket/list.ts'
import { agentsOnly } from '../access.ts'

export const listTickets = endpoint('GET /support/tickets', {
  summary: 'List tickets, newest first',
  isFunction: true,
  description: 'The caller’s own; for agents with `all=true`, everyone’s.',
  query: listQuery({
    q: words
      .optional()
      .meta(
        docs(
          'Words in the subject, category or messages, or the number; best matches first, whatever `sort` says.',
        ),
      ),
    ...ticketFilters,
  }),
  response: searchableListOf(Ticket),
  problems: [
    agentsOnly.as({
      when: 'A filter other than `status` and `q` from a caller who is not an agent.',
      example: ['use "all"'],
    }),
  ],
  handle: ({ actor, query }) => queryTickets(actor, query),
})
