import type { TicketStatus } from './ticket.ts'

/** A person's side of a ticket: its requester, or an agent (including administrators). */
export type Side = 'requester' | 'agent'

type Transitions = Record<TicketStatus, readonly TicketStatus[]>

/** Possible transitions from each status, all allowed to agents. */
const agentTransitions: Transitions = {
  open: ['in_progress', 'pending', 'resolved', 'closed'],
  in_progress: ['open', 'pending', 'resolved', 'closed'],
  pending: ['open', 'in_progress', 'resolved', 'closed'],
  resolved: ['open', 'closed'],
  closed: ['open'],
}

/** Transitions that requesters may make on their own tickets. */
const requesterTransitions: Transitions = {
  open: ['resolved', 'closed'],
  in_progress: ['resolved', 'closed'],
  pending: ['open', 'resolved', 'closed'],
  resolved: ['open', 'closed'],
  closed: ['open'],
}

const transitions: Record<Side, Transitions> = { requester: requesterTransitions, agent: agentTransitions }

/** Returns the statuses that this side can move a ticket to; without a side, all possible ones. */
export const transitionsFrom = (status: TicketStatus, side: Side = 'agent'): readonly TicketStatus[] =>
  transitions[side][status]

/** Returns the status after a public message from this side, which may be the current one. */
export const statusAfterMessage = (status: TicketStatus, side: Side): TicketStatus => {
  if (side === 'agent') return status === 'open' ? 'in_progress' : status
  return status === 'pending' || status === 'resolved' ? 'open' : status
}
