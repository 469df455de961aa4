import { ignoreConflict } from '../../platform/table/conflict.ts'
import { readList, type PageRequest } from '../../platform/table/list/list.ts'
import { writeItem } from '../../platform/table/table.ts'
import { tickets, type StoredTicket } from './ticket.ts'
import { allMessages, ticketMessages } from './ticket-message.ts'

/** Returns the denormalized copy of a ticket that its messages hold. */
export const toTicketCopy = ({ id, number, subject }: StoredTicket) => ({ id, number, subject })

/** Updates the subject in one page of the messages of a ticket; returns the cursor of the next page. */
export const renewTicketCopies = async (ticket_id: string, page: PageRequest): Promise<string | null> => {
  const [ticket, { items, next_cursor }] = await Promise.all([
    tickets.find({ id: ticket_id }),
    readList(allMessages(ticket_id), page),
  ])
  if (!ticket) return null
  const stale = items.filter((message) => message.ticket.subject !== ticket.subject)
  await Promise.all(
    stale.map((message) =>
      ignoreConflict(() =>
        writeItem(ticketMessages.toTouch(message, { ticket: toTicketCopy(ticket) }, { ticket_id })),
      ),
    ),
  )
  return next_cursor
}
