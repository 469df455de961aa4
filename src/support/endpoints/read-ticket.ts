import { endpoint } from '../../platform/http/endpoint.ts'
import { presentTicket, requireTicket } from '../ticket/access.ts'
import { Ticket, tickets, ticketType } from '../ticket/ticket.ts'

export const readTicket = endpoint(`GET ${ticketType.path}`, {
  summary: 'Get a ticket',
  isFunction: true,
  description: 'Requesters may read their own tickets, agents all tickets. Messages are listed separately.',
  response: Ticket,
  handle: async ({ actor, params }) => presentTicket(requireTicket(actor, await tickets.find(params))),
})
