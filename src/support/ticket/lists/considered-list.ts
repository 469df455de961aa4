import { readFirst, type PageRequest } from '../../../platform/table/list/list.ts'
import { sortThings, type Order } from '../../../platform/table/list/sorted-list.ts'
import { TicketStatus, type TicketRow } from '../ticket.ts'
import { countLoaded, countTickets, maxConsidered, type TicketList } from './counts.ts'
import type { TicketRanges } from './ticket-ranges.ts'

/**
 * Returns a page of all considered tickets with these statuses that pass the filter; pages are never short. Loaded on
 * demand, for filters and for orders other than that of creation.
 */
export const listConsidered = async (
  { inStatus, filter }: TicketRanges,
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
