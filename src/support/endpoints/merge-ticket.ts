import { docs } from '#docs'
import { endpoint } from '../../platform/http/endpoint.ts'
import { id } from '../../platform/schema/fields.ts'
import * as z from '../../platform/schema/schema.ts'
import { ignoreConflict } from '../../platform/table/conflict.ts'
import { moveNextMessages } from '../merge/moved-messages.ts'
import { agentsOnly } from '../ticket/access.ts'
import { tooManyTicketLinks } from '../link/added-link.ts'
import { closeMerged, mergedIntoItself, ticketNotMergeable } from '../merge/merge.ts'
import { presentWithLinks } from '../ticket/ticket-with-links.ts'
import { Ticket, tickets } from '../ticket/ticket.ts'

export const mergeTicket = endpoint('POST /support/tickets/{id}/merge', {
  summary: 'Merge a ticket into another',
  isFunction: true,
  isRepeatable: true,
  description:
    'Closes the ticket and links both. If they have the same requester, the messages move to the other ticket, which ' +
    'may take some seconds if there are many. Otherwise they stay, because requesters do not see each other’s ' +
    'messages; the requester of the closed ticket is notified of the merge, and of the solution once the other ' +
    'ticket is solved, or at once if it already is.',
  access: 'agent',
  body: z.strictObject({ into: id.meta(docs('ID of the ticket that stays.')) }),
  response: Ticket,
  problems: [
    agentsOnly.as({
      when: 'The caller is the requester of one of the tickets.',
      example: ['merge tickets, and only those of other people'],
    }),
    mergedIntoItself,
    ticketNotMergeable,
    tooManyTicketLinks,
  ],
  // never support.policy_version_not_found: no version is deleted
  handle: async ({ actor, params, body }) => {
    await closeMerged(actor, params.id, body.into)
    // a worker moves the others
    await ignoreConflict(() => moveNextMessages(params.id))
    return presentWithLinks(actor, await tickets.find(params))
  },
})
