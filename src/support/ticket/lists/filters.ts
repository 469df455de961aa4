import { docs } from '#docs'
import { line } from '../../../platform/schema/fields.ts'
import { idOr, personOr, queryBoolean, querySort, queryValues } from '../../../platform/schema/list-fields.ts'
import type * as z from '../../../platform/schema/schema.ts'
import { TicketPriority, TicketStatus } from '../ticket.ts'

/** Filters for agents only, because only agents see other people's tickets. */
const agentFilters = {
  all: queryBoolean.default(false).meta(docs('`true`: all tickets, not only the caller’s own; agents only.')),
  assignee_id: queryValues(personOr('none'))
    .optional()
    .meta(
      docs(
        'Only tickets assigned to these people; `me` is the caller, `none` selects unassigned tickets. Agents only.',
      ),
    ),
  group_id: queryValues(idOr('none'))
    .optional()
    .meta(docs('Only tickets of these groups; `none` selects tickets without a group. Agents only.')),
  priority: queryValues(TicketPriority)
    .optional()
    .meta(docs('Only tickets with these priorities; agents only.')),
  category: queryValues(line(100))
    .optional()
    .meta(
      docs(
        'Only tickets in these categories; the case of categories of the policies does not matter. Agents only.',
      ),
    ),
  tag: queryValues(line(50)).optional().meta(docs('Only tickets with one of these tags; agents only.')),
  requester_id: queryValues(personOr())
    .optional()
    .meta(docs('Only tickets of these requesters; `me` is the caller. Agents only.')),
  overdue: queryBoolean
    .optional()
    .meta(
      docs(
        '`true`: only tickets whose next due time has passed; `false`: only the others. Clocks are paused ' +
          'while a ticket is pending, and stopped while it is resolved or closed. Agents only.',
      ),
    ),
}

export const agentFilterNames = Object.keys(agentFilters) as (keyof typeof agentFilters)[]

export const TicketSort = querySort('created', 'last_message', 'priority', 'sla')
export type TicketSort = z.output<typeof TicketSort>

export const ticketFilters = {
  status: queryValues(TicketStatus).optional().meta(docs('Only tickets with one of these statuses.')),
  ...agentFilters,
}

export type TicketFilters = {
  [Name in keyof typeof ticketFilters]?: z.output<(typeof ticketFilters)[Name]> | undefined
}
