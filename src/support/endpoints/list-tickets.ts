import * as z from '../../platform/schema/schema.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { id, listQuery, queryBoolean, searchableListOf, words } from '../../platform/schema/fields.ts'
import { Ticket, TicketStatus } from '../ticket.ts'
import { ticketsFor } from '../ticket-list.ts'

export const listTickets = endpoint(
  {
    method: 'GET',
    path: '/support/tickets',
    summary: 'List tickets, newest first',
    description: 'Those of the caller; for agents with `all=true` those of everybody.',
    query: listQuery({
      q: words
        .optional()
        .meta({ description: 'Words of subject, category or description; best matches first.' }),
      status: TicketStatus.optional().meta({ description: 'Only those of this status.' }),
      all: queryBoolean.default(false).meta({ description: 'Everybody’s; for agents.' }),
      assignee_id: z
        .union([id, z.literal('me')], 'must be a UUID or me')
        .optional()
        .meta({ description: 'Only those that this person, or `me`, sees to; for agents.' }),
    }),
    response: searchableListOf(Ticket),
    problems: { 403: '`all` or `assignee_id` from somebody who is no agent.' },
  },
  ({ actor, query }) => ticketsFor(actor, query),
)
