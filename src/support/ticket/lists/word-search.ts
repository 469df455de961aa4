import type { Actor } from '../../../platform/identity/actor.ts'
import { isAmong } from '../../../platform/schema/list-fields.ts'
import { searchSorted } from '../../../platform/search/query/list-search.ts'
import type { PageRequest } from '../../../platform/table/list/list.ts'
import { presentVisibleTicket } from '../access.ts'
import { countLoaded } from './counts.ts'
import type { TicketFilters, TicketSort } from './filters.ts'
import { ticketOrder } from './listed-ticket.ts'
import { toRowFilter } from './row-filters.ts'
import { ownTicketSearchScope, tickets, ticketSearchScope, type StoredTicket } from '../ticket.ts'

type Shown = NonNullable<ReturnType<typeof presentVisibleTicket<StoredTicket>>>

/** Returns a page of the tickets that match `q`, best matches first unless `sort` is given. */
export const searchTickets = async (
  actor: Actor,
  q: string,
  filters: TicketFilters,
  sort: TicketSort | undefined,
  page: PageRequest,
) => {
  const filter = await toRowFilter(filters)
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
          if (shown && (!filter || filter.keep(shown))) found.set(shown.id, shown)
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
