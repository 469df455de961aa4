import { fanOut } from '../../platform/events/fan-out.ts'
import { renewTicketCopies } from '../ticket/ticket-copy.ts'
import { ticketRenames } from '../queues.ts'

/** Updates the subject in the messages of a renamed ticket. */
export const renameTicket = fanOut(ticketRenames, ({ ticket_id }, page) => renewTicketCopies(ticket_id, page))
