import { derivedRows } from '../../platform/table/derived-rows.ts'
import { assignedTickets } from './assigned-ticket.ts'
import { isOpen, type StoredTicket } from './ticket.ts'
import { unclosedTickets } from './unclosed-ticket.ts'

type AssignedTicket = ReturnType<typeof assignedTickets.make>
type UnclosedTicket = ReturnType<typeof unclosedTickets.make>

/** Open tickets under their agent. */
export const assignedRows = derivedRows(
  assignedTickets,
  (ticket: StoredTicket | undefined): Map<string, AssignedTicket> => {
    if (!ticket?.assignee_id || !isOpen(ticket)) return new Map()
    const { id: ticket_id, assignee_id: user_id, status } = ticket
    return new Map([[user_id, assignedTickets.make({ user_id, ticket_id, status })]])
  },
)

/** Those that are not closed, however many are. */
export const unclosedRows = derivedRows(
  unclosedTickets,
  (ticket: StoredTicket | undefined): Map<string, UnclosedTicket> =>
    new Map(ticket && ticket.status !== 'closed' ? [[ticket.id, unclosedTickets.make(ticket)]] : []),
)
