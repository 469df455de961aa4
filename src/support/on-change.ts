import { onChange } from '../platform/events/dispatcher.ts'
import { indexDocument } from '../platform/search/index.ts'
import { ticketMessages } from './message.ts'
import { newsOfMessage, newsOfMove } from './news.ts'
import { ownTicketSearchScope, tickets, ticketSearchScope, type StoredTicket } from './ticket.ts'

/** Makes a ticket findable by its subject, category and description: for agents, and for its requester. */
const indexTicket = async ({ id, subject, category, description_id, requester }: StoredTicket) => {
  const place = { ticket_id: id, is_internal: false }
  const description =
    description_id === null ? undefined : await ticketMessages.find({ ...place, id: description_id })
  const text = [category, description?.text].filter(Boolean).join(' ')
  const document = { id, container: requester.id, title: subject, text }
  for (const scope of [ticketSearchScope, ownTicketSearchScope(requester.id)])
    await indexDocument({ scope, id }, { ...document, scope })
}

export const changeHandlers = [
  onChange(tickets, async ({ before, after }) => {
    if (!after || after.version === before?.version) return []
    if (!before) await indexTicket(after)
    return after.moved?.version === before?.moved?.version ? [] : newsOfMove(after)
  }),

  onChange(ticketMessages, ({ before, after }) => (!before && after ? newsOfMessage(after) : [])),
]
