import { isAgent } from '../../platform/identity/user.ts'
import { linkTo, type Resource } from '../../platform/resource.ts'
import { documentTrigger } from '../../platform/search/definition.ts'
import { newestFirst, readAll, readList } from '../../platform/table/list/list.ts'
import type { Rights } from '../../platform/rights.ts'
import { ticketPolicy } from './access.ts'
import { publicMessages, ticketMessages } from './ticket-message.ts'
import { ownTicketSearchScope, tickets, ticketType, ticketSearchScope, type StoredTicket } from './ticket.ts'

/** Maximum number of a ticket's newest messages in its content. */
const maxMessages = 50

/**
 * Returns the description of a ticket and its newest messages, oldest first. Internal messages are left out, for agents
 * too: assistants may quote the content in a chat in which the requester takes part.
 */
const readTicketContent = async (ticket: StoredTicket, description: string): Promise<string> => {
  const { items } = await readList(newestFirst(publicMessages(ticket.id)), { limit: maxMessages })
  const later = items.filter(({ id }) => id !== ticket.description_id).reverse()
  return [description, ...later.map(({ author, text }) => `# ${author.name}\n\n${text}`)]
    .filter(Boolean)
    .join('\n\n')
}

const loadDescriptions = async (listed: StoredTicket[]): Promise<Map<string, string>> => {
  const keys = listed.flatMap(({ id: ticket_id, description_id: id }) =>
    id === null ? [] : [{ ticket_id, id, is_internal: false }],
  )
  const found = await ticketMessages.findMany(keys)
  return new Map(found.flatMap((message) => (message ? [[message.ticket_id, message.text] as const] : [])))
}

const toTicketView = (ticket: StoredTicket, description: string) => ({
  ...linkTo(ticketType, { id: ticket.id, title: ticket.subject }),
  text: description,
  updated_at: ticket.updated_at,
  author_id: ticket.requester.id,
  content: () => readTicketContent(ticket, description),
})

/**
 * Returns the search document of a ticket with all messages that the requester sees; internal messages are not indexed
 * here.
 */
const loadTicketDocument = async (id: string) => {
  const [ticket, messages] = await Promise.all([tickets.find({ id }), readAll(publicMessages(id))])
  if (!ticket) return undefined
  const { subject: title, number, category, tags, requester } = ticket
  return {
    scopes: [ticketSearchScope, ownTicketSearchScope(requester.id)],
    container: id,
    title,
    keys: [`#${number}`, String(number)],
    labels: [...(category === null ? [] : [category]), ...tags],
    text: messages.map(({ text }) => text).join('\n\n'),
  }
}

/** Access follows from being the requester or an agent, not from a rule of the ticket that could be changed. */
const ticketRights = (ticket: StoredTicket): Rights => ({
  decidedBy: linkTo(ticketType, { id: ticket.id, title: ticket.subject }),
  decide: (person) => {
    const decision = ticketPolicy.decide(ticket, person)
    return decision && { ...decision, by: decision.permission === 'agent' ? 'role' : 'owner' }
  },
  mayChange: isAgent,
  owner: ticket.requester,
  named: [],
  isOpen: true,
})

export const ticketResource: Resource = {
  type: ticketType.type,
  trash: 'A ticket is closed and never deleted.',
  undo: true,
  erasure: true,
  rights: async (id) => {
    const ticket = await tickets.find({ id })
    return ticket && ticketRights(ticket)
  },
  isSource: true,
  search: {
    scopesOf: (reader) => [isAgent(reader) ? ticketSearchScope : ownTicketSearchScope(reader.id)],
    containerType: ticketType.type,
    triggers: [
      documentTrigger(tickets, ({ subject, category, tags }) => [subject, category, tags]),
      documentTrigger(
        ticketMessages,
        ({ is_internal, text }) => (is_internal ? undefined : text),
        ({ before, after }) => [{ id: (after ?? before)?.ticket_id as string }],
      ),
    ],
    document: loadTicketDocument,
  },
  load: async (reader, wanted) => {
    const found = await tickets.findMany(wanted)
    const seen = found.map((ticket) => (ticket && ticketPolicy.decide(ticket, reader) ? ticket : undefined))
    const descriptions = await loadDescriptions(seen.filter((ticket) => ticket !== undefined))
    return seen.map((ticket) => ticket && toTicketView(ticket, descriptions.get(ticket.id) ?? ''))
  },
}
