import { told } from '#docs'
import type { Actor } from '../platform/identity/actor.ts'
import { linkTo } from '../platform/resource.ts'
import { ownerEntry, type Rights } from '../platform/rights.ts'
import { tickets, ticketType, type StoredTicket } from './ticket/ticket.ts'
import { transitionsFrom, type Side } from './ticket/transitions.ts'
import { problem } from '../platform/runtime/problem.ts'

type Viewer = Pick<Actor, 'id' | 'role' | 'groups'>

export const isAgent = ({ role }: Pick<Actor, 'role'>): boolean => role !== 'user'

export const agentsOnly = problem('support.agents_only', 403, {
  wording: (what: string) => `Only agents may ${what}.`,
  docs: told({
    meaning: 'A field or a filter that is reserved for agents.',
    example: ['change "priority"'],
  }),
})

/** What requesters may not change of a ticket. */
export const agentFields = ['priority', 'category', 'assignee_id'] as const

/**
 * How somebody takes part in a ticket: agents act as requesters on their own; undefined for those who may not
 * see it.
 */
export const sideOf = (actor: Viewer, { requester }: Pick<StoredTicket, 'requester'>): Side | undefined => {
  if (requester.id === actor.id) return 'requester'
  return isAgent(actor) ? 'agent' : undefined
}

/** Who may see a ticket; who asked and who is an agent follows from no rule that somebody could change. */
export const ticketRights = (ticket: StoredTicket): Rights => ({
  decidedBy: linkTo(ticketType, { id: ticket.id, title: ticket.subject }),
  decide: (person) => {
    const side = sideOf(person, ticket)
    return side && { permission: side, by: side === 'agent' ? 'role' : 'owner', isByRoleAlone: false }
  },
  mayChange: isAgent,
  named: [ownerEntry(ticket.requester)],
  isOpen: true,
})

/** How the caller takes part in the ticket; throws 404 when there is none or they may not see it. */
export const requireTicket = (actor: Viewer, ticket: StoredTicket | undefined) => {
  const side = ticket && sideOf(actor, ticket)
  if (!ticket || !side) throw tickets.absent()
  return { ticket, side }
}

const later = (a: string | null, b: string | null) => ((a ?? '') > (b ?? '') ? a : b)

/** A ticket as somebody with a part in it sees it: requesters know nothing of internal messages. */
export const presentTicket = <T extends Omit<StoredTicket, 'description_id' | 'moved'>>({
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
