import { onChange } from '../platform/events/dispatcher.ts'
import { users } from '../platform/identity/user.ts'
import { syncAgent } from './agent.ts'
import { ticketRenames } from './queues.ts'
import { ticketMessages } from './ticket/ticket-message.ts'
import { toMessageEvents, toTicketEvents } from './ticket-events.ts'
import { assignedRows } from './ticket/derived-rows.ts'
import { tickets, type StoredTicket } from './ticket/ticket.ts'

export const changeHandlers = [
  onChange(tickets, async ({ before, after }) => {
    const { id } = (after ?? before) as StoredTicket
    await assignedRows.sync(before, after, () => tickets.find({ id }))
    return []
  }),

  onChange(tickets, async ({ before, after }) => {
    if (!after || after.version === before?.version) return []
    const isRenamed = before && before.subject !== after.subject
    const renames = isRenamed ? [ticketRenames.message({ ticket_id: after.id })] : []
    return [...renames, ...toTicketEvents(before, after)]
  }),

  onChange(users, async ({ before, after }) => {
    await syncAgent(before, after)
    return []
  }),

  onChange(ticketMessages, ({ before, after }) => (!before && after ? toMessageEvents(after) : [])),
]
