import { problemDocs } from '#docs'
import { policy, type Principal } from '../../platform/identity/policy.ts'
import { isAgent, type StoredUser } from '../../platform/identity/user.ts'
import { problem } from '../../platform/runtime/problem.ts'
import type * as z from '../../platform/schema/schema.ts'
import type { TicketLink } from '../link/link.ts'
import { ticketOpener, tickets, ticketType, type StoredTicket, type TicketRow } from './ticket.ts'
import { transitionsFrom, type Side } from './transitions.ts'

/** Returns true if a ticket can be assigned to this user; nobody works on the tickets of a deactivated agent. */
export const isAssignable = ({ role, is_active }: Pick<StoredUser, 'role' | 'is_active'>): boolean =>
  isAgent({ role }) && is_active

export const agentsOnly = problem('support.agents_only', 403, {
  wording: (what: string) => `Only agents may ${what}.`,
  docs: problemDocs({
    meaning: 'The field or filter is reserved for agents.',
    example: ['change "priority"'],
  }),
})

/** Fields of a ticket that requesters may not change. */
export const agentFields = ['priority', 'category', 'tags', 'assignee_id', 'group_id'] as const

/** Fields of a ticket that only its requester may change. */
export const requesterFields = ['rating'] as const

type Requested = Pick<StoredTicket, 'id'> & { requester: { id: string } }

/** Access to a ticket as its requester or as an agent; an agent who opened the ticket counts as its requester. */
export const ticketPolicy = policy({
  type: ticketType.type,
  permissions: ['requester', 'agent'],
  member: ({ requester }: Requested, person) => {
    if (requester.id === person.id) return 'requester'
    return isAgent(person) ? 'agent' : undefined
  },
})

/** Returns the side from which a person sees a ticket; undefined if they may not see it. */
export const ticketSide = (person: Principal, ticket: Requested): Side | undefined =>
  ticketPolicy.decide(ticket, person)?.permission

/** Returns the ticket and the caller's side; throws 404 if the ticket does not exist or the caller may not see it. */
export const requireTicket = (actor: Principal, ticket: StoredTicket | undefined) => {
  const side = ticket && ticketSide(actor, ticket)
  if (!ticket || !side) throw tickets.absent()
  return { ticket, side }
}

/** Throws 403 unless the caller sees the ticket as an agent: its requester may not do `what`, even as an agent. */
export const requireAgentSide = (actor: Principal, ticket: Requested, what: string): void => {
  if (ticketSide(actor, ticket) !== 'agent') throw agentsOnly(what)
}

type Link = z.output<typeof TicketLink>

const laterTime = (a: string | null, b: string | null) => ((a ?? '') > (b ?? '') ? a : b)

/** Returns a ticket as one side sees it, without links; requesters see no trace of internal messages. */
export const presentTicket = <T extends TicketRow>({ ticket, side }: { ticket: T; side: Side }) => {
  const { status, merged, message_count, last_message_at, internal_count, last_internal_at } = ticket
  const known =
    side === 'agent'
      ? {
          message_count: message_count + internal_count,
          last_message_at: laterTime(last_message_at, last_internal_at),
        }
      : {}
  const allowed_transitions = merged?.is_moved ? [] : [...transitionsFrom(status, side)]
  const created_by = ticketOpener(ticket)
  return { ...ticket, ...known, created_by, links: [] as Link[], allowed_transitions }
}

/** Returns a ticket as the caller sees it; undefined if they may not see it. */
export const presentVisibleTicket = <T extends TicketRow>(actor: Principal, ticket: T | undefined) => {
  const side = ticket && ticketSide(actor, ticket)
  return side && presentTicket({ ticket, side })
}
