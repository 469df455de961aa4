import { derivedRows } from '../../platform/table/derived-rows.ts'
import { entity } from '../../platform/table/entity.ts'
import { tickets, type StoredTicket } from './ticket.ts'

/** A copy of a ticket that is not closed, in a range of its own, however many are. Follows by the table's stream. */
export const unclosedTickets = entity({
  name: 'support.unclosed_ticket',
  isInternal: true,
  schema: tickets.schema.omit({ description_id: true, moved: true }),
  key: ({ id }: { id: string }) => ({ pk: tickets.keyOf({ id }).pk, sk: 'unclosed' }),
  lists: {
    all: {
      index: 'gsi1',
      partition: () => 'unclosed-tickets',
      shared: true,
      sort: ({ id }) => id,
      order: 'descending',
    },
  },
})

type UnclosedTicket = ReturnType<typeof unclosedTickets.make>

const rowsOf = (ticket: StoredTicket | undefined): Map<string, UnclosedTicket> =>
  new Map(ticket && ticket.status !== 'closed' ? [[ticket.id, unclosedTickets.make(ticket)]] : [])

export const unclosedRows = derivedRows(unclosedTickets, rowsOf)
