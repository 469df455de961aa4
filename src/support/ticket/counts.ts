import { docs } from '#docs'
import { countSchema } from '../../platform/schema/fields.ts'
import * as z from '../../platform/schema/schema.ts'
import { allOf, anyOf, equals, type Condition } from '../../platform/table/condition.ts'
import { countRows } from '../../platform/table/list/counted-rows.ts'
import type { Source } from '../../platform/table/list/list.ts'
import type { TicketFilters } from './filters.ts'
import { TicketStatus } from './ticket.ts'

/** Maximum number of tickets counted per status. */
const maxTickets = 1_000

const countField = (status: TicketStatus) =>
  countSchema(`Number of tickets with the status \`${status}\``, maxTickets)

export const TicketCounts = z.described(docs('Numbers of tickets by status.', { id: 'TicketCounts' }), {
  open: countField('open'),
  in_progress: countField('in_progress'),
  pending: countField('pending'),
  resolved: countField('resolved'),
  closed: countField('closed'),
})

const countsByStatus = (countIn: (status: TicketStatus) => number) =>
  Object.fromEntries(
    TicketStatus.options.map((status) => [status, Math.min(maxTickets, countIn(status))]),
  ) as z.output<typeof TicketCounts>

export const countLoaded = (tickets: { status: TicketStatus }[]) =>
  countsByStatus((status) => tickets.filter((ticket) => ticket.status === status).length)

/** Returns the filters that are not key ranges as a condition on the rows of an index. */
const ticketCondition = ({
  assignee_id,
  priority,
  category,
  requester_id,
}: TicketFilters): Condition | undefined => {
  const wanted: [path: string[], values: (string | null)[] | undefined][] = [
    [['assignee_id'], assignee_id?.map((id) => (id === 'none' ? null : id))],
    [['priority'], priority],
    [['category'], category],
    [['requester', 'id'], requester_id],
  ]
  const all = wanted.flatMap(([path, values]) =>
    values ? [anyOf(...values.map((value) => equals(['summary', ...path], value)))] : [],
  )
  return all.length > 0 ? allOf(...all) : undefined
}

/**
 * Counts the tickets in the ranges of each status that pass the filters. With filters, the newest 1,000 of each range
 * are considered; `truncated` if a range has more. One round trip.
 */
export const countTickets = async (
  rangesOf: (status: TicketStatus) => Source<unknown>[],
  filters: TicketFilters,
) => {
  const where = ticketCondition(filters)
  const counted = await Promise.all(
    TicketStatus.options.flatMap((status) =>
      rangesOf(status).map(async (source) => ({ status, ...(await countRows(source, maxTickets, where)) })),
    ),
  )
  return {
    counts: countsByStatus((status) =>
      counted.reduce((sum, range) => sum + (range.status === status ? range.count : 0), 0),
    ),
    truncated: where !== undefined && counted.some(({ isCut }) => isCut),
  }
}
