import { linkTo, type Resource } from '../platform/resource.ts'
import { sideOf } from './access.ts'
import { ticketMessages, type StoredTicketMessage } from './message.ts'
import { tickets, ticketType, type StoredTicket } from './ticket.ts'

type Key = Pick<StoredTicketMessage, 'ticket_id' | 'id' | 'is_internal'>

/** The one id of a message among all things: what its key is made of. */
export const messageRef = ({ ticket_id, id, is_internal }: Key): string =>
  [ticket_id, id, is_internal ? 'internal' : 'public'].join('#')

const keyOf = (ref: string): Key => {
  const [ticket_id = '', id = '', kind] = ref.split('#')
  return { ticket_id, id, is_internal: kind === 'internal' }
}

const viewOf = (ticket: StoredTicket, message: StoredTicketMessage) => ({
  ...linkTo(ticketType, { id: ticket.id, title: ticket.subject }),
  type: 'ticket_message',
  id: messageRef(message),
  text: message.text,
  updated_at: message.created_at,
  file_ids: message.attachments.map(({ id }) => id),
})

/** Whoever sees the ticket, but of the internal ones agents alone. */
export const messageResource: Resource = {
  type: 'ticket_message',
  holdsFiles: true,
  load: async (reader, wanted) => {
    const keys = wanted.map(({ id }) => keyOf(id))
    const [around, found] = await Promise.all([
      tickets.findMany(keys.map(({ ticket_id }) => ({ id: ticket_id }))),
      ticketMessages.findMany(keys),
    ])
    return found.map((message, index) => {
      const ticket = around[index]
      const side = ticket && sideOf(reader, ticket)
      if (!message || !side || (message.is_internal && side !== 'agent')) return undefined
      return viewOf(ticket, message)
    })
  },
}
