import { markdownExcerpt } from '../../notifications/markdown-excerpt.ts'
import { ticketMessages } from '../ticket/ticket-message.ts'
import type { StoredTicket } from '../ticket/ticket.ts'

/** Returns the beginning of a ticket's first message; empty if the ticket has no description. */
export const loadDescriptionExcerpt = async ({
  id: ticket_id,
  description_id: id,
}: StoredTicket): Promise<string> => {
  const first = id === null ? undefined : await ticketMessages.find({ ticket_id, id, is_internal: false })
  return first ? markdownExcerpt(first.text) : ''
}
