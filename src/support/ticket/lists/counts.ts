import { docs } from '#docs'
import { countSchema } from '../../../platform/schema/fields.ts'
import * as z from '../../../platform/schema/schema.ts'
import type { Condition } from '../../../platform/table/condition.ts'
import { countRows } from '../../../platform/table/list/counted-rows.ts'
import type { ListPage, Source } from '../../../platform/table/list/list.ts'
import { TicketStatus, type TicketRow } from '../ticket.ts'

/** Maximum value of a count. */
const maxTickets = 1_000

/** Maximum number of tickets of a status that filters and orders consider; of closed tickets, only the newest. */
export const maxConsidered = (status: TicketStatus): number => (status === 'closed' ? 1_000 : 5_000)

const countField = (status: TicketStatus) =>
  countSchema(`Number of tickets with the status \`${status}\``, maxTickets)

export const TicketCounts = z.described(docs('Numbers of tickets by status.', { id: 'TicketCounts' }), {
  open: countField('open'),
  in_progress: countField('in_progress'),
  pending: countField('pending'),
  resolved: countField('resolved'),
  closed: countField('closed'),
})

/** A page of tickets with the counts of all tickets that match its filters. */
export type TicketList = ListPage<TicketRow> & { truncated: boolean; counts: z.output<typeof TicketCounts> }

const countsByStatus = (countIn: (status: TicketStatus) => number) =>
  Object.fromEntries(
    TicketStatus.options.map((status) => [status, Math.min(maxTickets, countIn(status))]),
  ) as z.output<typeof TicketCounts>

export const countLoaded = (tickets: { status: TicketStatus }[]) =>
  countsByStatus((status) => tickets.filter((ticket) => ticket.status === status).length)

/**
 * Counts the tickets in the ranges of each of these statuses that pass a condition; 0 for other statuses. With a
 * condition, `truncated` is true if a range has more tickets than are considered. One round trip per 1 MB.
 */
export const countTickets = async (
  rangesOf: (status: TicketStatus) => Source<unknown>[],
  statuses: readonly TicketStatus[],
  where: Condition | undefined,
) => {
  const counted = await Promise.all(
    statuses.flatMap((status) => {
      const limit = where ? maxConsidered(status) : maxTickets
      return rangesOf(status).map(async (source) => ({ status, ...(await countRows(source, limit, where)) }))
    }),
  )
  return {
    counts: countsByStatus((status) =>
      counted.reduce((sum, range) => sum + (range.status === status ? range.count : 0), 0),
    ),
    truncated: where !== undefined && counted.some(({ isCut }) => isCut),
  }
}
