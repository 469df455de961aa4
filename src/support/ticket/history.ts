import { editable, historyOf, shown } from '../../platform/history/definition.ts'
import type { ResourceHistory } from '../../platform/history/resource-history.ts'
import { agentFields, requesterFields, ticketPolicy } from './access.ts'
import { policies, policiesType, PoliciesInput } from '../policies/policies.ts'
import { TicketInput } from './ticket-input.ts'
import { tickets, ticketType } from './ticket.ts'

export const ticketHistory: ResourceHistory = {
  changes: [
    historyOf(tickets, {
      ...ticketType,
      fields: {
        ...editable(TicketInput.shape),
        requester_id: ({ requester }) => requester.id,
      },
      refusal: 'A ticket cannot be undone once it is opened; close the ticket instead.',
    }),
    historyOf(policies, {
      type: policiesType,
      fields: shown(PoliciesInput.shape),
      subject: ({ id }) => ({ type: policiesType, id }),
      audience: () => 'admin',
    }),
  ],
  // agents count as requesters of their own tickets; nobody reopens a ticket whose messages have moved
  limitsOf: async (reader, id) => {
    const ticket = await tickets.find({ id })
    const isOutsider = !ticket || !ticketPolicy.allows(ticket, reader, 'agent')
    const fixedFields = isOutsider ? agentFields : requesterFields
    return { isOutsider, fixedFields: ticket?.merged?.is_moved ? [...fixedFields, 'status'] : fixedFields }
  },
}
