import * as z from '../../platform/schema/schema.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { updateOf } from '../../platform/schema/fields.ts'
import { shownTicket } from '../access.ts'
import { changeTicket } from '../ticket-changes.ts'
import { Ticket } from '../ticket.ts'

const { status, subject, priority, category, assignee_id } = Ticket.shape

export const updateTicket = endpoint(
  {
    method: 'PUT',
    path: '/support/tickets/{id}',
    summary: 'Move, assign or rank a ticket',
    description:
      'Requesters may resolve, close and reopen their own ticket, as `allowed_transitions` says, and reword its ' +
      '`subject`; agents may also change `assignee_id`, `priority` and `category`. Moved to the status it has, ' +
      'it stays as it is.',
    body: updateOf(z.strictObject({ status, subject, priority, category, assignee_id }), Ticket),
    response: Ticket,
    problems: {
      403: 'A move or a field that is for agents, from a requester.',
      409: 'A ticket of this status cannot be moved there; the detail names the statuses that it can.',
    },
  },
  async ({ actor, params: { id }, body: { status, subject, priority, category, assignee_id }, ifMatch }) =>
    shownTicket(
      actor,
      await changeTicket(actor, id, { status, subject, priority, category, assignee_id }, ifMatch),
    ),
)
