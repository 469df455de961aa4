import type { Actor } from '../../platform/identity/actor.ts'
import type { SummaryOf } from '../../platform/table/entity.ts'
import { readList, type PageRequest } from '../../platform/table/list/list.ts'
import { searchPages } from '../../platform/search/query/list-search.ts'
import { agentsOnly, isAgent, presentTicket, sideOf } from '../access.ts'
import {
  ownTicketSearchScope,
  tickets,
  ticketSearchScope,
  type StoredTicket,
  type TicketStatus,
} from './ticket.ts'

type Row = SummaryOf<StoredTicket>

interface TicketQuery extends PageRequest {
  q?: string | undefined
  status?: TicketStatus | undefined
  all: boolean
  assignee_id?: string | undefined
}

/** A page of the caller's tickets, or of everybody's, as they see them; throws 403 for what is for agents. */
export const queryTickets = async (actor: Actor, { q, status, all, assignee_id, ...page }: TicketQuery) => {
  if (!isAgent(actor) && (all || assignee_id !== undefined)) throw agentsOnly('use "all" or "assignee_id"')
  const assignee = assignee_id === 'me' ? actor.id : assignee_id
  const isFiltered = status !== undefined || assignee !== undefined
  const isWanted = (ticket: Row) =>
    (status === undefined || ticket.status === status) &&
    (assignee === undefined || ticket.assignee_id === assignee)
  const shown = (ticket: Row | undefined) => {
    const side = ticket && sideOf(actor, ticket)
    return side && isWanted(ticket) ? presentTicket({ ticket, side }) : undefined
  }

  if (q !== undefined) {
    const scope = all ? ticketSearchScope : ownTicketSearchScope(actor.id)
    return searchPages({ scopes: [scope], q, ...page }, async (hits) =>
      (await tickets.findMany(hits)).map(shown),
    )
  }
  const source = all ? tickets.in('all', {}) : tickets.in('own', { requester: actor })
  const { items, next_cursor } = await readList(source, page, isFiltered ? isWanted : undefined)
  return { items: items.flatMap((ticket) => shown(ticket) ?? []), next_cursor }
}
