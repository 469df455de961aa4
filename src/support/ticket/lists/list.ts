import type { Actor } from '../../../platform/identity/actor.ts'
import { isAgent } from '../../../platform/identity/user.ts'
import { personIds } from '../../../platform/schema/list-fields.ts'
import { oldestFirst, readList, type PageRequest } from '../../../platform/table/list/list.ts'
import { agentsOnly, presentVisibleTicket } from '../access.ts'
import { countTickets, type TicketList } from './counts.ts'
import { agentFilterNames, type TicketFilters, type TicketSort } from './filters.ts'
import { ticketSortValues, ticketOrder } from './listed-ticket.ts'
import { ticketRanges, type TicketRanges } from './ticket-ranges.ts'
import { TicketStatus, type TicketRow } from '../ticket.ts'

type TicketQuery = TicketFilters & PageRequest & { q?: string | undefined; sort?: TicketSort | undefined }

/** Returns the filters with `me` replaced by the caller's ID. */
const withIds = (actor: Actor, { assignee_id, requester_id, ...others }: TicketFilters): TicketFilters => ({
  ...others,
  assignee_id: personIds(assignee_id, actor),
  requester_id: personIds(requester_id, actor),
})

/** Returns a page by creation; with a filter, a page may be short. */
const listByCreation = async (
  { inStatus, filter }: TicketRanges,
  statuses: readonly TicketStatus[],
  isDescending: boolean,
  page: PageRequest,
): Promise<TicketList> => {
  const sources = statuses.flatMap(inStatus)
  const [list, counted] = await Promise.all([
    readList(isDescending ? sources : oldestFirst(sources), page, filter?.keep),
    countTickets(inStatus, TicketStatus.options, filter?.where),
  ])
  return { ...list, ...counted }
}

const listTickets = async (actor: Actor, filters: TicketFilters, sort: TicketSort, page: PageRequest) => {
  const ranges = await ticketRanges(actor, filters)
  const statuses = filters.status ?? TicketStatus.options
  const { by, isDescending } = ticketOrder(sort)
  const order = { by: (row: TicketRow) => by(presentVisibleTicket(actor, row) ?? row), isDescending }
  // closed tickets have no limit by creation, so that they are read page by page
  const isPaged = by === ticketSortValues.created && (!ranges.filter || statuses.includes('closed'))
  const list = await (isPaged
    ? listByCreation(ranges, statuses, isDescending, page)
    : (await import('./considered-list.ts')).listConsidered(ranges, statuses, order, page))
  return { ...list, items: list.items.flatMap((ticket) => presentVisibleTicket(actor, ticket) ?? []) }
}

/**
 * Returns a page of the caller's tickets, or of everybody's, as the caller sees them, and the counts by status of the
 * tickets that match all filters except `status`. Throws 403 if a requester uses a filter for agents.
 */
export const queryTickets = async (actor: Actor, { q, sort, limit, cursor, ...given }: TicketQuery) => {
  const reserved = agentFilterNames.find((name) => (name === 'all' ? given.all : given[name] !== undefined))
  if (reserved && !isAgent(actor)) throw agentsOnly(`use "${reserved}"`)
  const page = { limit, cursor }
  const filters = withIds(actor, given)
  return q === undefined
    ? listTickets(actor, filters, sort ?? '-created', page)
    : (await import('./word-search.ts')).searchTickets(actor, q, filters, sort, page)
}
