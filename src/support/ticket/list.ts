import type { Actor } from '../../platform/identity/actor.ts'
import { isAmong, parseSort, personIds } from '../../platform/schema/list-fields.ts'
import { searchSorted } from '../../platform/search/query/list-search.ts'
import type { SummaryOf } from '../../platform/table/entity.ts'
import {
  oldestFirst,
  readList,
  type ListPage,
  type PageRequest,
  type Source,
} from '../../platform/table/list/list.ts'
import { readSorted, type Order } from '../../platform/table/list/sorted-list.ts'
import { agentsOnly, isAgent, presentTicket, ticketSide } from './access.ts'
import { countLoaded, countTickets } from './counts.ts'
import { agentFilterNames, type TicketFilters, type TicketSort } from './filters.ts'
import {
  ownTicketSearchScope,
  tickets,
  ticketSearchScope,
  TicketPriority,
  TicketStatus,
  type StoredTicket,
} from './ticket.ts'

type Row = Omit<SummaryOf<StoredTicket>, 'description_id' | 'moved' | 'given'>
type TicketQuery = TicketFilters & PageRequest & { q?: string | undefined; sort?: TicketSort | undefined }

const values = {
  created: ({ id }: Row) => id,
  last_message: ({ last_message_at }: Row) => last_message_at,
  priority: ({ priority }: Row) => TicketPriority.options.indexOf(priority),
}

const ticketOrder = (sort: TicketSort): Order<Row> => {
  const { name, isDescending } = parseSort(sort)
  return { by: values[name], isDescending }
}

/** Returns the filters with `me` replaced by the caller's ID. */
const withIds = (actor: Actor, { assignee_id, requester_id, ...others }: TicketFilters): TicketFilters => ({
  ...others,
  assignee_id: personIds(assignee_id, actor),
  requester_id: personIds(requester_id, actor),
})

const ticketFilter =
  ({ assignee_id, priority, category, requester_id }: TicketFilters) =>
  (ticket: Row): boolean =>
    isAmong(assignee_id, ticket.assignee_id ?? 'none') &&
    isAmong(priority, ticket.priority) &&
    isAmong(category, ticket.category ?? '') &&
    isAmong(requester_id, ticket.requester.id)

/** Returns a ticket as the caller sees it; undefined if they may not see it. */
const presentVisibleTicket = <T extends Row>(actor: Actor, ticket: T | undefined) => {
  const side = ticket && ticketSide(actor, ticket)
  return side && presentTicket({ ticket, side })
}

type Shown = NonNullable<ReturnType<typeof presentVisibleTicket<StoredTicket>>>

/** Returns the key ranges for the tickets of each status, and the filters that the ranges do not apply. */
const ticketRanges = (
  { id }: Actor,
  { all, requester_id, assignee_id, priority, category }: TicketFilters,
) => {
  const requesters = all ? requester_id : [id]
  return {
    left: { assignee_id, priority, category, requester_id: all ? undefined : requester_id },
    inStatus: (status: TicketStatus): Source<Row>[] =>
      requesters
        ? requesters.flatMap((id) => tickets.in('own', { requester: { id }, status }))
        : tickets.in('all', { status }),
  }
}

const listTickets = async (actor: Actor, filters: TicketFilters, sort: TicketSort, page: PageRequest) => {
  const { inStatus, left } = ticketRanges(actor, filters)
  const sources = (filters.status ?? TicketStatus.options).flatMap(inStatus)
  const keep = Object.values(left).some((value) => value !== undefined) ? ticketFilter(left) : undefined
  const { by, isDescending } = ticketOrder(sort)
  const order = { by: (row: Row) => by(presentVisibleTicket(actor, row) ?? row), isDescending }
  const listing: Promise<ListPage<Row> & { truncated?: boolean }> =
    by === values.created
      ? readList(isDescending ? sources : oldestFirst(sources), page, keep)
      : readSorted(sources, page, order, keep)
  const [list, { counts, truncated }] = await Promise.all([listing, countTickets(inStatus, left)])
  return {
    ...list,
    items: list.items.flatMap((ticket) => presentVisibleTicket(actor, ticket) ?? []),
    truncated: truncated || list.truncated === true,
    counts,
  }
}

/** Returns a page of the tickets that match `q`, best matches first unless `sort` is given. */
const searchTickets = async (
  actor: Actor,
  q: string,
  filters: TicketFilters,
  sort: TicketSort | undefined,
  page: PageRequest,
) => {
  const isWanted = ticketFilter(filters)
  const found = new Map<string, Shown>()
  const list = await searchSorted<Shown>(
    {
      scopes: [filters.all ? ticketSearchScope : ownTicketSearchScope(actor.id)],
      q,
      ...page,
      // loads all matches, for the counts
      keep: async (hits) => {
        for (const ticket of await tickets.findMany(hits)) {
          const shown = presentVisibleTicket(actor, ticket)
          if (shown && isWanted(shown)) found.set(shown.id, shown)
        }
        return hits.filter(({ id }) => {
          const shown = found.get(id)
          return shown && isAmong(filters.status, shown.status)
        })
      },
    },
    sort && ticketOrder(sort),
    (hits) => Promise.resolve(hits.map(({ id }) => found.get(id))),
  )
  return { ...list, counts: countLoaded([...found.values()]) }
}

/**
 * Returns a page of the caller's tickets, or of everybody's, as the caller sees them, and the counts by status of the
 * tickets that match all filters except `status`. Throws 403 if a requester uses a filter for agents.
 */
export const queryTickets = (actor: Actor, { q, sort, limit, cursor, ...given }: TicketQuery) => {
  const reserved = agentFilterNames.find((name) => given[name])
  if (reserved && !isAgent(actor)) throw agentsOnly(`use "${reserved}"`)
  const page = { limit, cursor }
  const filters = withIds(actor, given)
  return q === undefined
    ? listTickets(actor, filters, sort ?? '-created', page)
    : searchTickets(actor, q, filters, sort, page)
}
