import { derivedRows } from '../../platform/table/derived-rows.ts'
import { assignedTickets } from './assigned-ticket.ts'
import { isOpen, type StoredTicket } from './ticket.ts'

type AssignedTicket = ReturnType<typeof assignedTickets.make>

/** Rows that list open tickets under their assignee. */
export const assignedRows = derivedRows(
  assignedTickets,
  (ticket: StoredTicket | undefined): Map<string, AssignedTicket> => {
    if (!ticket?.assignee_id || !isOpen(ticket)) return new Map()
    const { id: ticket_id, assignee_id: user_id, status } = ticket
    return new Map([[user_id, assignedTickets.make({ user_id, ticket_id, status })]])
  },
)
