import { isAgent } from '../../platform/identity/user.ts'
import { linkTo, type Resource } from '../../platform/resource.ts'
import { documentTrigger } from '../../platform/search/definition.ts'
import { ticketPolicy } from '../ticket/access.ts'
import { ticketMessages, ticketMessageType, type StoredTicketMessage } from '../ticket/ticket-message.ts'
import { tickets, ticketType, type StoredTicket } from '../ticket/ticket.ts'

type Key = Pick<StoredTicketMessage, 'ticket_id' | 'id' | 'is_internal'>

/** Returns the ID of a message among all resources, built from its key. */
export const ticketMessageRef = ({ ticket_id, id, is_internal }: Key): string =>
  [ticket_id, id, is_internal ? 'internal' : 'public'].join('#')

/**
 * Returns the ID of the message's search document, which begins with the message ID so that documents are in order of
 * time.
 */
const messageDocumentRef = (key: Key) => `${key.id}#${ticketMessageRef(key)}`

const parseMessageRef = (ref: string): Key => {
  const [ticket_id = '', id = '', kind] = ref.split('#').slice(-3)
  return { ticket_id, id, is_internal: kind === 'internal' }
}

const publicScope = 'support.message'
const ownScope = (requester_id: string) => `${publicScope}#${requester_id}`
const internalScope = `${publicScope}.internal`

/**
 * Returns the search container of a requester's internal messages, which the requester never reads, not even as an
 * agent.
 */
const internalContainer = (requester_id: string) => `internal#${requester_id}`

const toTicketMessageView = (ticket: StoredTicket, message: StoredTicketMessage) => ({
  ...linkTo(ticketType, { id: ticket.id, title: ticket.subject }),
  type: ticketMessageType,
  id: message.id,
  parent: { type: ticketType.type, id: ticket.id },
  text: message.text,
  updated_at: message.created_at,
  author_id: message.author.id,
  file_ids: message.attachments.map(({ id }) => id),
  breadcrumbs: async () => [{ type: ticketType.type, id: ticket.id, title: ticket.subject }],
})

const loadMessageDocument = async (ref: string) => {
  const key = parseMessageRef(ref)
  const [message, ticket] = await Promise.all([ticketMessages.find(key), tickets.find({ id: key.ticket_id })])
  // the description of a ticket is indexed with the ticket
  if (!message || !ticket || message.id === ticket.description_id) return undefined
  const { ticket_id, requester_id, is_internal, text } = message
  const place = is_internal
    ? { scopes: [internalScope], container: internalContainer(requester_id) }
    : { scopes: [publicScope, ownScope(requester_id)], container: ticket_id }
  return { ...place, title: '', text }
}

/** Visible to anyone who sees the ticket; internal messages to agents only. */
export const messageResource: Resource = {
  type: ticketMessageType,
  trash: 'A message stays with its recipients.',
  undo: 'A message stays with its recipients.',
  erasure: true,
  rights: 'A message is readable with its ticket; internal messages only by agents.',
  isPart: true,
  holdsFiles: true,
  search: {
    scopesOf: (reader) => (isAgent(reader) ? [publicScope, internalScope] : [ownScope(reader.id)]),
    containerType: ticketType.type,
    triggers: [
      documentTrigger(
        ticketMessages,
        ({ text }) => text,
        ({ record }) => [{ id: messageDocumentRef(record) }],
      ),
    ],
    document: loadMessageDocument,
    readable: async (reader, containers) => {
      const own = internalContainer(reader.id)
      return new Set(containers.filter((container) => container !== own))
    },
  },
  load: async (reader, wanted) => {
    const keys = wanted.map(({ id }) => parseMessageRef(id))
    const [around, found] = await Promise.all([
      tickets.findMany(keys.map(({ ticket_id }) => ({ id: ticket_id }))),
      ticketMessages.findMany(keys),
    ])
    return found.map((message, index) => {
      const ticket = around[index]
      if (!message || !ticket) return undefined
      const isSeen = ticketPolicy.allows(ticket, reader, message.is_internal ? 'agent' : 'requester')
      return isSeen ? toTicketMessageView(ticket, message) : undefined
    })
  },
}
