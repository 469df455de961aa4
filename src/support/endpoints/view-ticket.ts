import { endpoint } from '../../platform/http/endpoint.ts'
import { agentsOnly, requireAgentSide, requireTicket } from '../ticket/access.ts'
import { tickets } from '../ticket/ticket.ts'
import { storeViewing } from '../ticket/viewers.ts'

export const viewTicket = endpoint('PUT /support/tickets/{id}/viewing', {
  summary: 'Show other agents that the caller has a ticket open',
  description:
    'For 30 seconds, other agents see the caller in the `viewers` of the ticket; repeat the call while the ' +
    'ticket is open. The requester of the ticket never sees its viewers.',
  access: 'agent',
  success: 'Other agents see the caller among the viewers.',
  problems: [
    agentsOnly.as({
      when: 'The caller is the requester of the ticket.',
      example: ['appear as viewers, and only of tickets of other people'],
    }),
    tickets.absent,
  ],
  handle: async ({ actor, params }) => {
    const { ticket } = requireTicket(actor, await tickets.find(params))
    requireAgentSide(actor, ticket, 'appear as viewers, and only of tickets of other people')
    await storeViewing(ticket.id, actor)
  },
})
