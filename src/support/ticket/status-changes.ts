import { problemDocs } from '#docs'
import { problem } from '../../platform/runtime/problem.ts'
import type { Changes } from '../../platform/table/changes.ts'
import type { StoredTicket, TicketStatus } from './ticket.ts'
import { transitionsFrom, type Side } from './transitions.ts'

/**
 * Returns the changes that come with a new status at a time: reopening clears `resolved_at` and `closed_at`; closing
 * keeps `resolved_at`. Reopening a merged ticket whose messages stayed also ends the merge. Returns no changes if the
 * ticket already has the status.
 */
export const transitionTo = (
  ticket: StoredTicket,
  status: TicketStatus | undefined,
  at: string,
): Changes<StoredTicket> => {
  if (status === undefined || status === ticket.status) return {}
  const resolved_at = status === 'resolved' ? at : status === 'closed' ? ticket.resolved_at : null
  const closed_at = status === 'closed' ? at : null
  return { status, resolved_at, closed_at, ...(ticket.merged && closed_at === null && { merged: null }) }
}

export const moveNotAllowed = problem('support.move_not_allowed', 403, {
  wording: (to: TicketStatus) => `Only agents may change the status of this ticket to "${to}".`,
  docs: problemDocs({ meaning: 'Only agents may change the ticket to this status.', example: ['pending'] }),
})

/** Throws 403 if the transition is possible, but not for this side. */
export const requirePermittedTransition = (
  { status }: StoredTicket,
  to: TicketStatus | undefined,
  side: Side,
): void => {
  if (to === undefined || to === status || !transitionsFrom(status).includes(to)) return
  if (!transitionsFrom(status, side).includes(to)) throw moveNotAllowed(to)
}

export const noSuchMove = problem('support.no_such_move', 409, {
  wording: (status: TicketStatus, to: TicketStatus) => {
    const possible = transitionsFrom(status).map((known) => `"${known}"`)
    return `A ticket with the status "${status}" can change to ${possible.join(' or ')}, not to "${to}".`
  },
  docs: problemDocs({
    meaning: 'The ticket cannot change to this status; the detail lists the possible statuses.',
    example: ['closed', 'resolved'],
  }),
})

export const ticketMerged = problem(
  'support.ticket_merged',
  409,
  'The ticket was merged into another ticket, which is in its `links`; continue there.',
)

/** Throws 409 if the messages of a ticket have moved to another one. */
export const requireUnmoved = ({ merged }: Pick<StoredTicket, 'merged'>): void => {
  if (merged?.is_moved) throw ticketMerged()
}

/** Throws 409, listing the possible statuses, if the transition is not possible for any side. */
export const requireTicketTransition = (ticket: StoredTicket, to: TicketStatus | undefined): void => {
  const { status } = ticket
  if (to === undefined || to === status) return
  requireUnmoved(ticket)
  if (transitionsFrom(status).includes(to)) return
  throw noSuchMove(status, to)
}
