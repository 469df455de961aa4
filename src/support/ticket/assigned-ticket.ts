import * as z from '../../platform/schema/schema.ts'
import { entity } from '../../platform/table/entity.ts'
import { TicketStatus } from './ticket.ts'

/**
 * An open ticket listed under its assignee, so that an agent's open tickets are one key range. Derived through the
 * table's stream.
 */
export const assignedTickets = entity({
  name: 'support.assigned_ticket',
  isInternal: true,
  schema: z.object({ user_id: z.string(), ticket_id: z.string(), status: TicketStatus }),
  key: ({ user_id, ticket_id }: { user_id: string; ticket_id: string }) => ({
    pk: `assigned-tickets#${user_id}`,
    sk: ticket_id,
  }),
  lists: {
    ofAgent: {
      partition: ({ user_id }: { user_id: string }) => `assigned-tickets#${user_id}`,
      order: 'descending',
    },
  },
})
