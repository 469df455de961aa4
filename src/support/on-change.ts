import { onChange } from '../platform/events/dispatcher.ts'
import { users } from '../platform/identity/user.ts'
import { syncAgent } from './agent.ts'
import { ticketRenames } from './queues.ts'
import { ticketMessages } from './message/message.ts'
import { newsOfMessage, newsOfTicket } from './ticket/news.ts'
import { assignedRows, unclosedRows } from './ticket/derived-rows.ts'
import { tickets, type StoredTicket } from './ticket/ticket.ts'

export const changeHandlers = [
  onChange(tickets, async ({ before, after }) => {
    const { id } = (after ?? before) as StoredTicket
    const read = () => tickets.find({ id })
    await Promise.all([assignedRows.sync(before, after, read), unclosedRows.sync(before, after, read)])
    return []
  }),

  onChange(tickets, async ({ before, after }) => {
    if (!after || after.version === before?.version) return []
    const isRenamed = before && before.subject !== after.subject
    const renames = isRenamed ? [ticketRenames.message({ ticket_id: after.id })] : []
    return [...renames, ...newsOfTicket(before, after)]
  }),

  onChange(users, async ({ before, after }) => {
    await syncAgent(before, after)
    return []
  }),

  onChange(ticketMessages, ({ before, after }) => (!before && after ? newsOfMessage(after) : [])),
]
