import { told } from '#docs'
import type { Actor } from '../platform/identity/actor.ts'
import { policy, type Principal } from '../platform/identity/policy.ts'
import type { StoredUser } from '../platform/identity/user.ts'
import { problem } from '../platform/runtime/problem.ts'
import { tickets, ticketType, type StoredTicket } from './ticket/ticket.ts'
import { transitionsFrom, type Side } from './ticket/transitions.ts'

export const isAgent = ({ role }: Pick<Actor, 'role'>): boolean => role !== 'user'

/** Whether a ticket can be left to somebody: nobody looks after those of who has gone. */
export const isAssignable = ({ role, is_active }: Pick<StoredUser, 'role' | 'is_active'>): boolean =>
  isAgent({ role }) && is_active

export const agentsOnly = problem('support.agents_only', 403, {
  wording: (what: string) => `Only agents may ${what}.`,
  docs: told({
    meaning: 'A field or a filter that is reserved for agents.',
    example: ['change "priority"'],
  }),
})

/** What requesters may not change of a ticket. */
export const agentFields = ['priority', 'category', 'assignee_id'] as const

type Requested = Pick<StoredTicket, 'id'> & { requester: { id: string } }

/** Somebody sees a ticket from its requester's side, or from that of the agents, who are requesters of their own. */
export const ticketPolicy = policy({
  type: ticketType.type,
  permissions: ['requester', 'agent'],
  member: ({ requester }: Requested, person) => {
    if (requester.id === person.id) return 'requester'
    return isAgent(person) ? 'agent' : undefined
  },
})

/** From which side somebody sees a ticket; undefined for those who may not see it. */
export const sideOf = (person: Principal, ticket: Requested): Side | undefined =>
  ticketPolicy.decide(ticket, person)?.permission

/** How the caller takes part in the ticket; throws 404 when there is none or they may not see it. */
export const requireTicket = (actor: Principal, ticket: StoredTicket | undefined) => {
  const side = ticket && sideOf(actor, ticket)
  if (!ticket || !side) throw tickets.absent()
  return { ticket, side }
}

const later = (a: string | null, b: string | null) => ((a ?? '') > (b ?? '') ? a : b)

/** A ticket as somebody with a part in it sees it: requesters know nothing of internal messages. */
export const presentTicket = <T extends Omit<StoredTicket, 'description_id' | 'moved' | 'given'>>({
  ticket,
  side,
}: {
  ticket: T
  side: Side
}) => {
  const { status, message_count, last_message_at, internal_count, last_internal_at } = ticket
  const known =
    side === 'agent'
      ? {
          message_count: message_count + internal_count,
          last_message_at: later(last_message_at, last_internal_at),
        }
      : {}
  return { ...ticket, ...known, allowed_transitions: [...transitionsFrom(status, side)] }
}
