import { docs } from '#docs'
import { optionalTime } from '../../platform/schema/fields.ts'
import * as z from '../../platform/schema/schema.ts'

/** Priorities of tickets, from lowest to highest. */
export const priorityNames = ['low', 'normal', 'high', 'urgent'] as const
export type PriorityName = (typeof priorityNames)[number]

/** Clocks of a ticket: the first stops at the first public message of an agent, the second at the resolution. */
export const clockNames = ['first_response', 'resolution'] as const
export type ClockName = (typeof clockNames)[number]

export const Sla = z.described(docs('Due times of a ticket.', { id: 'TicketSla' }), {
  first_response_due_at: optionalTime.meta(
    docs(
      'Time by which the first response is due; null without a target. A pending ticket has null unless the time ' +
        'has passed or the response was given.',
    ),
  ),
  resolution_due_at: optionalTime.meta(
    docs(
      'Time by which the resolution is due; null without a target. A pending ticket has null unless the time has ' +
        'passed.',
    ),
  ),
  breached: z
    .boolean()
    .meta(docs('True once a due time has passed without the first response or the resolution.')),
})
export type Sla = z.output<typeof Sla>

/** State of a ticket's clocks beside the due times. */
export const TicketClock = z.object({
  /** Version of the policies at the creation of the ticket. */
  policies_version: z.int(),
  /** Time since which the clocks run; null while they are paused or stopped. */
  running_since: optionalTime,
  /** Business time that passed before `running_since`, in milliseconds. */
  elapsed: z.int(),
  first_response_soon_at: optionalTime,
  resolution_soon_at: optionalTime,
})
export type TicketClock = z.output<typeof TicketClock>
