import type { Actor } from '../../platform/identity/actor.ts'
import { isAmong, parseSort, personIds } from '../../platform/schema/list-fields.ts'
import type { ThingOf } from '../../platform/table/entity.ts'
import { oldestFirst, readList, type PageRequest, type Source } from '../../platform/table/list/list.ts'
import { readSorted } from '../../platform/table/list/sorted-list.ts'
import { searchPages } from '../../platform/search/query/list-search.ts'
import { agentsOnly, isAgent, presentTicket, sideOf } from '../access.ts'
import { agentFilterNames, type TicketFilters } from './filters.ts'
import { ownTicketSearchScope, tickets, ticketSearchScope, TicketPriority } from './ticket.ts'
import { unclosedTickets } from './unclosed-ticket.ts'

type Row = ThingOf<typeof unclosedTickets>
type TicketQuery = TicketFilters & PageRequest & { q?: string | undefined }

/** What a list is sorted by that has no key range in this order. */
const values = {
  last_message: ({ last_message_at }: { last_message_at: string | null }) => last_message_at,
  priority: ({ priority }: Pick<Row, 'priority'>) => TicketPriority.options.indexOf(priority),
}

/** The filters with the caller's id in place of `me`. */
const withIds = (actor: Actor, { assignee_id, requester_id, ...others }: TicketFilters): TicketFilters => ({
  ...others,
  assignee_id: personIds(assignee_id, actor),
  requester_id: personIds(requester_id, actor),
})

const passing =
  ({ status, assignee_id, priority, category, requester_id }: TicketFilters) =>
  (ticket: Row): boolean =>
    isAmong(status, ticket.status) &&
    isAmong(assignee_id, ticket.assignee_id ?? 'none') &&
    isAmong(priority, ticket.priority) &&
    isAmong(category, ticket.category ?? '') &&
    isAmong(requester_id, ticket.requester.id)

/** The key ranges of a list; those that are not closed are sorted whole, whatever was closed since. */
const sourcesOf = (
  { id }: Actor,
  { all, status, requester_id }: TicketFilters,
  isSorted: boolean,
): Source<Row>[] => {
  const requesters = all ? requester_id : [id]
  if (requesters) return requesters.flatMap((id) => tickets.in('own', { requester: { id } }))
  const unclosed = unclosedTickets.in('all', {})
  if (status && !status.includes('closed')) return unclosed
  return [...(isSorted ? unclosed : []), ...tickets.in('all', {})]
}

/** A page of the caller's tickets, or of everybody's, as they see them; throws 403 for what is for agents. */
export const queryTickets = async (
  actor: Actor,
  { q, sort = '-created', limit, cursor, ...given }: TicketQuery,
) => {
  const reserved = agentFilterNames.find((name) => given[name])
  if (reserved && !isAgent(actor)) throw agentsOnly(`use "${reserved}"`)
  const page = { limit, cursor }
  const filters = withIds(actor, given)
  const isWanted = passing(filters)
  const shown = (ticket: Row | undefined) => {
    const side = ticket && sideOf(actor, ticket)
    return side && isWanted(ticket) ? presentTicket({ ticket, side }) : undefined
  }

  if (q !== undefined) {
    const scope = filters.all ? ticketSearchScope : ownTicketSearchScope(actor.id)
    return searchPages({ scopes: [scope], q, ...page }, async (hits) =>
      (await tickets.findMany(hits)).map(shown),
    )
  }
  const { name, isDescending } = parseSort(sort)
  const by = name === 'created' ? undefined : values[name]
  const sources = sourcesOf(actor, filters, by !== undefined)
  const inOrder = isDescending ? sources : oldestFirst(sources)
  const { all: _, ...narrowing } = filters
  const isFiltered = Object.values(narrowing).some((value) => value !== undefined)
  const found = by
    ? await readSorted(sources, page, { by: (row) => by(shown(row) ?? row), isDescending }, isWanted)
    : await readList(inOrder, page, isFiltered ? isWanted : undefined)
  return { ...found, items: found.items.flatMap((ticket) => shown(ticket) ?? []) }
}
