import * as z from '../../platform/schema/schema.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { updateOf } from '../../platform/schema/update-fields.ts'
import { presentTicket } from '../access.ts'
import { changeTicket } from '../ticket-changes.ts'
import { Ticket } from '../ticket.ts'

const { status, subject, priority, category, assignee_id } = Ticket.shape

export const updateTicket = endpoint(
  {
    method: 'PUT',
    path: '/support/tickets/{id}',
    entity: 'support.ticket',
    summary: 'Move, assign or prioritize a ticket',
    isFunction: true,
    description:
      'Requesters may resolve, close and reopen their own ticket, as `allowed_transitions` lists, and ' +
      'change its `subject`. Agents may also change `assignee_id`, `priority` and `category`. Moving a ' +
      'ticket to its current status changes nothing.',
    body: updateOf(z.strictObject({ status, subject, priority, category, assignee_id }), Ticket),
    response: Ticket,
    problems: {
      403: {
        'support.agents_only': 'A field reserved for agents, from a requester.',
        'support.move_not_allowed': 'A move reserved for agents, from a requester.',
      },
      409: {
        'support.no_such_move':
          'The ticket cannot be moved to this status; the detail lists the statuses that it can be moved to.',
      },
    },
  },
  async ({ actor, params: { id }, body: { status, subject, priority, category, assignee_id }, ifMatch }) =>
    presentTicket(
      actor,
      await changeTicket(actor, id, { status, subject, priority, category, assignee_id }, ifMatch),
    ),
)
