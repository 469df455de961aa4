import * as z from '../../platform/schema/schema.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { presentTicket } from '../ticket/access.ts'
import { ticketDescription } from '../ticket/ticket-message.ts'
import { openTicket } from '../ticket/changes.ts'
import { Ticket, TicketInput } from '../ticket/ticket.ts'

const { subject, ...others } = TicketInput.omit({ status: true, assignee_id: true }).shape

export const createTicket = endpoint('POST /support/tickets', {
  summary: 'Open a ticket',
  isFunction: true,
  description:
    'The caller becomes its requester, even if they are an agent. The description becomes its ' +
    'first message.',
  body: z.strictObject({ subject, description: ticketDescription, ...others }),
  response: Ticket,
  location: '/support/tickets/{id}',
  handle: async ({ actor, body }) =>
    presentTicket({ ticket: await openTicket(actor, body), side: 'requester' }),
})
