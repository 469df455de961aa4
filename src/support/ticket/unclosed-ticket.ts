import { entity } from '../../platform/table/entity.ts'
import { tickets } from './ticket.ts'

/** A copy of a ticket that is not closed, in a range of its own, however many are. Follows by the table's stream. */
export const unclosedTickets = entity({
  name: 'support.unclosed_ticket',
  isInternal: true,
  schema: tickets.schema.omit({ description_id: true, moved: true, given: true }),
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
