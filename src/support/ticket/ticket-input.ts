import * as z from '../../platform/schema/schema.ts'
import { Ticket, ticketFields } from './ticket.ts'

/** Fields of a ticket in a request. */
export const TicketInput = z.strictObject({
  ...ticketFields,
  assignee_id: Ticket.shape.assignee_id,
  group_id: Ticket.shape.group_id,
  rating: Ticket.shape.rating,
})
