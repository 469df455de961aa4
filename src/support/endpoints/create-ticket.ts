import { docs } from '#docs'
import * as z from '../../platform/schema/schema.ts'
import { id } from '../../platform/schema/fields.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { contactUnreachable } from '../contact/mail-access.ts'
import { agentsOnly, presentTicket, requireTicket } from '../ticket/access.ts'
import { ticketDescription } from '../ticket/ticket-message.ts'
import { openTicket } from '../ticket/new-ticket.ts'
import { TicketInput } from '../ticket/ticket-input.ts'
import { Ticket } from '../ticket/ticket.ts'

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
    'The caller becomes the requester, unless an agent sets `requester_id` or `contact_id`; the requester is then ' +
    'notified, a contact by an email with a link to the ticket. The description becomes the first message of the ' +
    'ticket, on the side of the requester, with the caller as its author. The category sets its group.',
  body: z.strictObject({
    subject,
    description: ticketDescription,
    ...others,
    requester_id: id
      .optional()
      .meta(docs('ID of the person for whom an agent opens the ticket; by default the caller.')),
    contact_id: id
      .optional()
      .meta(docs('ID of the contact for whom an agent opens the ticket; not together with `requester_id`.')),
  }),
  response: Ticket,
  location: '/support/tickets/{id}',
  problems: [
    agentsOnly.as({
      when: 'A caller who is not an agent sends `requester_id`, `contact_id` or `tags`.',
      example: ['set "requester_id"'],
    }),
    contactUnreachable.as({
      when: 'An agent sends `contact_id` and the service sends no email, or the contact is deleted at the same time.',
      example: ['this service sends no email'],
    }),
  ],
  // never support.ticket_not_found: the caller sees the new ticket as its requester or as an agent
  handle: async ({ actor, body }) => presentTicket(requireTicket(actor, await openTicket(actor, body))),
})
