import { tickets, type StoredTicket } from '../ticket/ticket.ts'

/** Returns the ticket that gets the messages of a ticket: the one into which merges moved them, otherwise itself. */
export const followMerges = async (ticket: StoredTicket): Promise<StoredTicket> => {
  const into = ticket.merged?.is_moved ? await tickets.find({ id: ticket.merged.into }) : undefined
  return into ? followMerges(into) : ticket
}
