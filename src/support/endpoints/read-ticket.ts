import { endpoint } from '../../platform/http/endpoint.ts'
import { tickets, ticketType } from '../ticket/ticket.ts'
import { presentViewedTicket, TicketWithViewers } from '../ticket/viewers.ts'

export const readTicket = endpoint(`GET ${ticketType.path}`, {
  summary: 'Get a ticket',
  isFunction: true,
  description: 'Requesters may read their own tickets, agents all tickets. Messages are listed separately.',
  response: TicketWithViewers,
  handle: ({ actor, params }) => presentViewedTicket(actor, params.id, tickets.find(params)),
})
