import { fanOut } from '../../platform/events/fan-out.ts'
import { renewTicketCopies } from '../message/ticket-copy.ts'
import { ticketRenames } from '../queues.ts'

/** Gives the messages of a ticket its new subject. */
export const renameTicket = fanOut(ticketRenames, ({ ticket_id }, page) => renewTicketCopies(ticket_id, page))
