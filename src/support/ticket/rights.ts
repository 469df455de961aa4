import { linkTo } from '../../platform/resource.ts'
import { ownerEntry, type Rights } from '../../platform/rights.ts'
import { isAgent, ticketPolicy } from '../access.ts'
import { ticketType, type StoredTicket } from './ticket.ts'

/** Who may see a ticket; who asked and who is an agent follows from no rule that somebody could change. */
export const ticketRights = (ticket: StoredTicket): Rights => ({
  decidedBy: linkTo(ticketType, { id: ticket.id, title: ticket.subject }),
  decide: (person) => {
    const decision = ticketPolicy.decide(ticket, person)
    return decision && { ...decision, by: decision.permission === 'agent' ? 'role' : 'owner' }
  },
  mayChange: isAgent,
  named: [ownerEntry(ticket.requester)],
  isOpen: true,
})
