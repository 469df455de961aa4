import * as z from '../../platform/schema/schema.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { presentTicket } from '../ticket/access.ts'
import { ticketDescription } from '../ticket/ticket-message.ts'
import { openTicket } from '../ticket/changes.ts'
import { Ticket, TicketInput } from '../ticket/ticket.ts'

const { subject, ...others } = TicketInput.omit({
  status: true,
  assignee_id: true,
  group_id: true,
  rating: true,
}).shape

export const createTicket = endpoint('POST /support/tickets', {
  summary: 'Create a ticket',
  isFunction: true,
  description:
    'The caller becomes the requester, even if the caller is an agent. The description becomes the first ' +
    'message of the ticket. The category sets its group.',
  body: z.strictObject({ subject, description: ticketDescription, ...others }),
  response: Ticket,
  location: '/support/tickets/{id}',
  handle: async ({ actor, body }) =>
    presentTicket({ ticket: await openTicket(actor, body), side: 'requester' }),
})
