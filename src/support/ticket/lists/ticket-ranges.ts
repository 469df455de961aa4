import type { Actor } from '../../../platform/identity/actor.ts'
import type { Source } from '../../../platform/table/list/list.ts'
import { tickets, type TicketRow, type TicketStatus } from '../ticket.ts'
import type { TicketFilters } from './filters.ts'
import type { RowFilter } from './row-filters.ts'

/** Returns the filter that key ranges do not apply, loaded on demand since only agents use such filters. */
const loadRowFilter = async ({
  status: _status,
  ...filters
}: TicketFilters): Promise<RowFilter | undefined> =>
  Object.values(filters).some((wanted) => wanted !== undefined)
    ? (await import('./row-filters.ts')).toRowFilter(filters)
    : undefined

/** Returns the key ranges for the tickets of each status, and the filter that the ranges do not apply. */
export const ticketRanges = async ({ id }: Actor, { all, requester_id, ...filters }: TicketFilters) => {
  const requesters = all ? requester_id : [id]
  return {
    filter: await loadRowFilter(all ? filters : { ...filters, requester_id }),
    inStatus: (status: TicketStatus): Source<TicketRow>[] =>
      requesters
        ? requesters.flatMap((id) => tickets.in('own', { requester: { id }, status }))
        : tickets.in('all', { status }),
  }
}

export type TicketRanges = Awaited<ReturnType<typeof ticketRanges>>
