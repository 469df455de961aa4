import { historyOf } from '../platform/history/definition.ts'
import type { ResourceHistory } from '../platform/history/resource-history.ts'
import { agentFields, sideOf } from './access.ts'
import { tickets, ticketType } from './ticket.ts'

export const ticketHistory: ResourceHistory = {
  changes: [
    historyOf(tickets, {
      type: ticketType.type,
      fields: {
        subject: 'value',
        status: 'value',
        priority: 'value',
        category: 'value',
        assignee_id: 'value',
        requester_id: ({ requester }) => requester.id,
      },
    }),
  ],
  // agents act as requesters on their own tickets
  limitsOf: async (reader, id) => {
    const ticket = await tickets.find({ id })
    const isOutsider = !ticket || sideOf(reader, ticket) !== 'agent'
    return { isOutsider, ...(isOutsider && { fixedFields: agentFields }) }
  },
  undo: [
    {
      refusal:
        'A ticket is with the support team once it is opened, and cannot be taken back; it can be closed.',
      type: ticketType.type,
      read: 'support_read_ticket',
      update: 'support_update_ticket',
      fields: { subject: {}, status: {}, priority: {}, category: {}, assignee_id: {} },
    },
  ],
}
