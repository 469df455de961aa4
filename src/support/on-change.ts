import { onChange } from '../platform/events/dispatcher.ts'
import { ticketMessages } from './message/message.ts'
import { newsOfMessage, newsOfMove } from './ticket/news.ts'
import { assignedRows } from './ticket/assigned-ticket.ts'
import { tickets, type StoredTicket } from './ticket/ticket.ts'

export const changeHandlers = [
  onChange(tickets, async ({ before, after }) => {
    const { id } = (after ?? before) as StoredTicket
    await assignedRows.sync(before, after, () => tickets.find({ id }))
    return []
  }),

  onChange(tickets, async ({ before, after }) => {
    if (!after || after.version === before?.version) return []
    return after.moved?.version === before?.moved?.version ? [] : newsOfMove(after)
  }),

  onChange(ticketMessages, ({ before, after }) => (!before && after ? newsOfMessage(after) : [])),
]
