import { ticketMessages, type StoredTicketMessage } from './ticket-message.ts'
import { tickets, type StoredTicket } from './ticket.ts'

/** Returns the ticket into which a merge moved the messages of a ticket; undefined if none did. */
const findMergeTarget = async ({ merged }: StoredTicket): Promise<StoredTicket | undefined> =>
  merged?.is_moved ? tickets.find({ id: merged.into }) : undefined

/** Follows merges to the ticket that now has the messages; returns the ticket itself if none moved. */
export const followMerges = async (ticket: StoredTicket): Promise<StoredTicket> => {
  const into = await findMergeTarget(ticket)
  return into ? followMerges(into) : ticket
}

/** Returns a message that merges have moved away from a ticket; undefined if none of their tickets has it. */
export const findMovedMessage = async (
  ticket: StoredTicket,
  message: Pick<StoredTicketMessage, 'id' | 'is_internal'>,
): Promise<StoredTicketMessage | undefined> => {
  const into = await findMergeTarget(ticket)
  return (
    into &&
    ((await ticketMessages.find({ ...message, ticket_id: into.id })) ?? findMovedMessage(into, message))
  )
}
