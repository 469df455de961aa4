import type { Actor } from '../../../platform/identity/actor.ts'
import { personIds } from '../../../platform/schema/list-fields.ts'
import type * as z from '../../../platform/schema/schema.ts'
import {
  oldestFirst,
  readFirst,
  readList,
  type ListPage,
  type PageRequest,
  type Source,
} from '../../../platform/table/list/list.ts'
import { sortThings, type Order } from '../../../platform/table/list/sorted-list.ts'
import { agentsOnly, isAgent } from '../access.ts'
import { countLoaded, countTickets, maxConsidered, type TicketCounts } from './counts.ts'
import { agentFilterNames, type TicketFilters, type TicketSort } from './filters.ts'
import { presentVisibleTicket, ticketSortValues, ticketOrder } from './listed-ticket.ts'
import { toRowFilter, type TicketRow } from './row-filters.ts'
import { tickets, TicketStatus } from '../ticket.ts'

type TicketQuery = TicketFilters & PageRequest & { q?: string | undefined; sort?: TicketSort | undefined }

/** Returns the filters with `me` replaced by the caller's ID. */
const withIds = (actor: Actor, { assignee_id, requester_id, ...others }: TicketFilters): TicketFilters => ({
  ...others,
  assignee_id: personIds(assignee_id, actor),
  requester_id: personIds(requester_id, actor),
})

/** Returns the key ranges for the tickets of each status, and the filter that the ranges do not apply. */
const ticketRanges = ({ id }: Actor, { all, requester_id, ...filters }: TicketFilters) => {
  const requesters = all ? requester_id : [id]
  return {
    filter: toRowFilter(all ? filters : { ...filters, requester_id }),
    inStatus: (status: TicketStatus): Source<TicketRow>[] =>
      requesters
        ? requesters.flatMap((id) => tickets.in('own', { requester: { id }, status }))
        : tickets.in('all', { status }),
  }
}

type Ranges = ReturnType<typeof ticketRanges>
type TicketList = ListPage<TicketRow> & { truncated: boolean; counts: z.output<typeof TicketCounts> }

/** Returns a page by creation; with a filter, a page may be short. */
const listByCreation = async (
  { inStatus, filter }: Ranges,
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

/** Returns a page of all considered tickets with these statuses that pass the filter; pages are never short. */
const listConsidered = async (
  { inStatus, filter }: Ranges,
  statuses: readonly TicketStatus[],
  order: Order<TicketRow>,
  page: PageRequest,
): Promise<TicketList> => {
  const others = TicketStatus.options.filter((status) => !statuses.includes(status))
  const [counted, ...read] = await Promise.all([
    countTickets(inStatus, others, filter?.where),
    ...statuses.flatMap((status) =>
      inStatus(status).map((source) => readFirst([source], maxConsidered(status))),
    ),
  ])
  // a ticket may change its status between two reads
  const byId = new Map(read.flatMap(({ items }) => items.map((ticket) => [ticket.id, ticket])))
  const kept = [...byId.values()].filter((ticket) => !filter || filter.keep(ticket))
  const counts = { ...counted.counts }
  const loaded = countLoaded(kept)
  for (const status of statuses) counts[status] = loaded[status]
  return {
    ...sortThings(kept, page, order),
    truncated: counted.truncated || read.some(({ isCut }) => isCut),
    counts,
  }
}

const listTickets = async (actor: Actor, filters: TicketFilters, sort: TicketSort, page: PageRequest) => {
  const ranges = ticketRanges(actor, filters)
  const statuses = filters.status ?? TicketStatus.options
  const { by, isDescending } = ticketOrder(sort)
  const order = { by: (row: TicketRow) => by(presentVisibleTicket(actor, row) ?? row), isDescending }
  // closed tickets have no limit by creation, so that they are read page by page
  const isPaged = by === ticketSortValues.created && (!ranges.filter || statuses.includes('closed'))
  const list = await (isPaged
    ? listByCreation(ranges, statuses, isDescending, page)
    : listConsidered(ranges, statuses, order, page))
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
