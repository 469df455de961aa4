import { onChange, onSync } from '../platform/events/dispatcher.ts'
import { users } from '../platform/identity/user.ts'
import { syncAgent } from './agent.ts'
import { syncClockReminders } from './clock-reminders.ts'
import { ticketRenames } from './queues.ts'
import { ticketMessages } from './ticket/ticket-message.ts'
import { toMessageEvents, toTicketEvents } from './ticket-events.ts'
import { assignedRows } from './ticket/derived-rows.ts'
import { tickets } from './ticket/ticket.ts'

export const changeHandlers = [
  onSync(tickets, assignedRows),

  onChange(tickets, async ({ before, after }) => {
    if (!after || after.version === before?.version) return []
    const isRenamed = before && before.subject !== after.subject
    const renames = isRenamed ? [ticketRenames.message({ ticket_id: after.id })] : []
    return [...renames, ...toTicketEvents(before, after)]
  }),

  onChange(tickets, ({ before, after }) => syncClockReminders(before, after)),

  onChange(users, async ({ before, after }) => {
    await syncAgent(before, after)
    return []
  }),

  onChange(ticketMessages, ({ before, after }) => (!before && after ? toMessageEvents(after) : [])),
]
