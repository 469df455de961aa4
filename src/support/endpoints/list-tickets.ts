import { docs } from '#docs'
import { endpoint } from '../../platform/http/endpoint.ts'
import { listQuery, personOr, queryBoolean, searchableListOf, words } from '../../platform/schema/fields.ts'
import { Ticket, TicketStatus } from '../ticket/ticket.ts'
import { queryTickets } from '../ticket/list.ts'
import { agentsOnly } from '../access.ts'

export const listTickets = endpoint('GET /support/tickets', {
  summary: 'List tickets, newest first',
  isFunction: true,
  description: 'The caller’s own; for agents with `all=true`, everyone’s.',
  query: listQuery({
    q: words
      .optional()
      .meta(docs('Words in the subject, category or messages, or the number; best matches first.')),
    status: TicketStatus.optional().meta(docs('Only tickets with this status.')),
    all: queryBoolean.default(false).meta(docs('Everyone’s tickets; agents only.')),
    assignee_id: personOr()
      .optional()
      .meta(docs('Only tickets assigned to this person, or to `me`; agents only.')),
  }),
  response: searchableListOf(Ticket),
  problems: [
    agentsOnly.as({
      when: '`all` or `assignee_id` from a caller who is not an agent.',
      example: ['use "all" or "assignee_id"'],
    }),
  ],
  handle: ({ actor, query }) => queryTickets(actor, query),
})
