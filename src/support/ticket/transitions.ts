import type { TicketStatus } from './ticket.ts'

/** How somebody takes part in a ticket: as the one who asked for it, or as an agent or administrator. */
export type Side = 'requester' | 'agent'

type Transitions = Record<TicketStatus, readonly TicketStatus[]>

/** Where a ticket of each status can be moved at all: what agents and administrators may do. */
const agentTransitions: Transitions = {
  open: ['in_progress', 'pending', 'resolved', 'closed'],
  in_progress: ['open', 'pending', 'resolved', 'closed'],
  pending: ['open', 'in_progress', 'resolved', 'closed'],
  resolved: ['open', 'closed'],
  closed: ['open'],
}

/** The part of it that requesters may do with their own tickets. */
const requesterTransitions: Transitions = {
  open: ['resolved', 'closed'],
  in_progress: ['resolved', 'closed'],
  pending: ['open', 'resolved', 'closed'],
  resolved: ['open', 'closed'],
  closed: ['open'],
}

const transitions: Record<Side, Transitions> = { requester: requesterTransitions, agent: agentTransitions }

/** Where a ticket of this status can be moved from this side, or without a side by anybody. */
export const transitionsFrom = (status: TicketStatus, side: Side = 'agent'): readonly TicketStatus[] =>
  transitions[side][status]

/** The status that a public message from this side gives a ticket; the same where it changes nothing. */
export const statusAfterMessage = (status: TicketStatus, side: Side): TicketStatus => {
  if (side === 'agent') return status === 'open' ? 'in_progress' : status
  return status === 'pending' || status === 'resolved' ? 'open' : status
}
