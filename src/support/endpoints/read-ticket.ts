import { endpoint } from '../../platform/http/endpoint.ts'
import { shownTicket } from '../access.ts'
import { Ticket, tickets } from '../ticket.ts'

export const readTicket = endpoint(
  {
    method: 'GET',
    path: '/support/tickets/{id}',
    summary: 'Read a ticket',
    description: 'Requesters read their own, agents all. Messages have a list of their own.',
    response: Ticket,
  },
  async ({ actor, params }) => shownTicket(actor, await tickets.get(params)),
)
