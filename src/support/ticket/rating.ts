import { problemDocs } from '#docs'
import { problem } from '../../platform/runtime/problem.ts'
import { isOpen, type StoredTicket, type TicketStatus } from './ticket.ts'
import type { Side } from './transitions.ts'

export const requesterOnly = problem(
  'support.requester_only',
  403,
  'Only the requester of the ticket may change "rating".',
)

export const notSolved = problem('support.not_solved', 409, {
  wording: (what: string) => `The ticket is neither resolved nor closed; ${what} once it is.`,
  docs: problemDocs({
    meaning: 'The ticket is neither resolved nor closed, which the change requires.',
    example: ['"rating" can be changed'],
  }),
})

const changesRating = ({ rating: known }: StoredTicket, rating: number | null | undefined) =>
  rating !== undefined && rating !== known

/** Throws 403 if an agent changes the rating. */
export const requireRater = (ticket: StoredTicket, rating: number | null | undefined, side: Side): void => {
  if (side === 'agent' && changesRating(ticket, rating)) throw requesterOnly()
}

/**
 * Throws 409 if the rating changes while the ticket is open. The same call may resolve the ticket, or reopen it, as an
 * undo of such a call does.
 */
export const requireSolved = (
  ticket: StoredTicket,
  rating: number | null | undefined,
  status: TicketStatus | undefined,
): void => {
  if (changesRating(ticket, rating) && isOpen(ticket) && isOpen({ status: status ?? ticket.status }))
    throw notSolved('"rating" can be changed')
}
