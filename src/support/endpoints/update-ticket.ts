import { endpoint } from '../../platform/http/endpoint.ts'
import { updateOf } from '../../platform/schema/update-fields.ts'
import { agentsOnly } from '../ticket/access.ts'
import { changeTicket } from '../ticket/changes.ts'
import { notSolved, requesterOnly } from '../ticket/rating.ts'
import { TicketInput } from '../ticket/ticket-input.ts'
import { moveNotAllowed, noSuchMove, ticketMerged } from '../ticket/status-changes.ts'
import { presentViewedTicket, TicketWithViewers } from '../ticket/viewers.ts'

export const updateTicket = endpoint('PUT /support/tickets/{id}', {
  summary: 'Update a ticket',
  isFunction: true,
  description:
    'Requesters may resolve, close and reopen their own tickets, as `allowed_transitions` lists, and ' +
    'change `subject`; once a ticket is resolved or closed, they may change `rating`. Agents may also change ' +
    '`assignee_id`, `group_id`, `priority`, `category` and `tags`, but not `rating`. Unless `group_id` is also ' +
    'sent, a new category sets the group. Reopening a merged ticket ends the merge if its messages stayed. ' +
    'Sending the current status changes nothing.',
  body: updateOf(TicketInput, TicketWithViewers),
  response: TicketWithViewers,
  problems: [
    agentsOnly.as({ when: 'A requester sends a field that is reserved for agents.' }),
    moveNotAllowed,
    requesterOnly,
    noSuchMove,
    ticketMerged,
    notSolved,
  ],
  // never support.policy_version_not_found: no version is deleted
  handle: ({ actor, params, body, ifMatch }) =>
    presentViewedTicket(actor, params.id, changeTicket(actor, params.id, body, ifMatch)),
})
