import { docs } from '#docs'
import { bulkIds, BulkResults, changeInBulk } from '../../platform/http/bulk.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import * as z from '../../platform/schema/schema.ts'
import { updateOf } from '../../platform/schema/update-fields.ts'
import { requireTicket } from '../ticket/access.ts'
import { changeTicket } from '../ticket/changes.ts'
import { TicketInput } from '../ticket/ticket-input.ts'
import { tickets } from '../ticket/ticket.ts'

const TicketChanges = updateOf(TicketInput, z.object({})).meta(
  docs('Changes of each ticket, as in an update of one.', {
    id: 'TicketChanges',
    examples: [{ status: 'resolved' }],
  }),
)

export const updateTickets = endpoint('POST /support/tickets/bulk', {
  summary: 'Update several tickets',
  success: 'The result for each ticket.',
  isFunction: true,
  isRepeatable: true,
  description:
    'Each ticket is changed with its own checks, so that some may fail; their `detail` says why. A retry with the ' +
    'same `Idempotency-Key` changes only the tickets that failed.',
  access: 'agent',
  body: z.strictObject({ ids: bulkIds, changes: TicketChanges }).meta({ id: 'TicketBulkUpdate' }),
  response: BulkResults,
  // never support.agents_only: it is the result of one ticket
  // never support.move_not_allowed: it is the result of one ticket
  // never support.no_such_move: it is the result of one ticket
  // never support.not_solved: it is the result of one ticket
  // never support.requester_only: it is the result of one ticket
  // never support.policy_version_not_found: no version is deleted
  // never support.ticket_merged: it is the result of one ticket
  // never support.ticket_not_found: it is the result of one ticket
  handle: ({ actor, body: { ids, changes } }) =>
    changeInBulk(
      ids,
      {
        change: (id) => changeTicket(actor, id, changes, undefined),
        read: async (id) => requireTicket(actor, await tickets.find({ id })).ticket,
      },
      'POST /support/tickets/bulk',
    ),
})
