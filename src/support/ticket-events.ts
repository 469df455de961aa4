import { withoutActors } from '../notifications/outcome.ts'
import type { QueueMessage } from '../platform/events/message-kind.ts'
import type { StoredTicketMessage } from './ticket/ticket-message.ts'
import { deskEvents, ticketEvents, ticketMerges, ticketSolutions, type TicketEvent } from './queues.ts'
import { mergedInto } from './link/link.ts'
import { isOpen, ticketOpener, type Deed, type StoredTicket } from './ticket/ticket.ts'

/** Returns the event that notifies the other side of a message; for an unassigned ticket, that is all agents. */
export const toMessageEvents = async ({
  id,
  ticket_id,
  tells,
  text,
  author,
  created_at: at,
}: StoredTicketMessage): Promise<QueueMessage[]> => {
  if (tells === null || tells === 'contact') return []
  const by = { id: author.id, name: author.name }
  const about = { ticket_id, by, at, cause: `support.message#${id}` }
  // loaded on demand, since a parser of Markdown is a fifth of the dispatcher, and few changes are messages
  const { markdownExcerpt } = await import('../notifications/markdown-excerpt.ts')
  const what = { type: 'ticket_reply' as const, excerpt: markdownExcerpt(text) }
  return tells === 'agents'
    ? [deskEvents.message({ ...about, ...what })]
    : [ticketEvents.message({ ...about, user_id: tells, what })]
}

/** Returns the event for one person about another person's change of a ticket. */
const toNotifyPerson = (id: string, user_id: string | null, deed: Deed, what: TicketEvent['what']) => {
  if (!deed || user_id === null) return []
  const { by, at, version } = deed
  const about = { ticket_id: id, by, at, cause: `support.ticket#${id}#${version}`, what }
  return withoutActors([user_id], [by.id], { type: what.type, id }).map((person) => ({
    ...about,
    user_id: person,
  }))
}

/** Returns the events of a new ticket: for agents, and for a requester for whom an agent has opened it. */
const toOpeningEvents = (ticket: StoredTicket): QueueMessage[] => {
  const { id, requester, created_at: at } = ticket
  const by = ticketOpener(ticket)
  const about = { ticket_id: id, by, at, cause: `support.ticket#${id}` }
  const what = { type: 'ticket_created' as const }
  return [
    deskEvents.message({ ...about, ...what, excerpt: null }),
    ...(by.id === requester.id || requester.contact_id !== null
      ? []
      : [ticketEvents.message({ ...about, user_id: requester.id, what })]),
  ]
}

/** Returns the event of a ticket that its requester has reopened: for the assignee, or else for agents. */
const toReopeningEvents = ({ id, status, requester, assignee_id, moved }: StoredTicket): QueueMessage[] => {
  if (status !== 'open' || moved?.by.id !== requester.id) return []
  const { by, at, version } = moved
  const cause = `support.ticket#${id}#${version}`
  const type = 'ticket_status_changed'
  return assignee_id === null
    ? [deskEvents.message({ ticket_id: id, by, at, cause, type, excerpt: null })]
    : toNotifyPerson(id, assignee_id, moved, { type, status }).map((one) => ticketEvents.message(one))
}

/**
 * Returns the events of a change: a new ticket for agents and its requester, a change of status for the requester, an
 * assignment and a reopening for the assignee.
 */
export const toTicketEvents = (before: StoredTicket | undefined, after: StoredTicket): QueueMessage[] => {
  const { id, status, requester, assignee_id, moved, given } = after
  if (!before) return toOpeningEvents(after)
  const isNew = (deed: Deed, known: Deed) => deed?.version !== known?.version
  const events = [
    ...(isNew(moved, before.moved) && requester.contact_id === null
      ? toNotifyPerson(id, requester.id, moved, { type: 'ticket_status_changed', status })
      : []),
    ...(isNew(given, before.given)
      ? toNotifyPerson(id, assignee_id, given, { type: 'ticket_assigned' })
      : []),
  ]
  // a requester who is also the assignee gets one notification
  const once = events.filter(({ user_id }, n) => n === 0 || user_id !== events[0]?.user_id)
  return [
    ...once.map((one) => ticketEvents.message(one)),
    ...(isNew(moved, before.moved) ? toReopeningEvents(after) : []),
  ]
}

/**
 * Returns the events of a change that concern merges: the messages of a merged ticket move, and the requesters of
 * tickets that were merged into a solved one are notified, before or after it was solved, unless their own ticket was
 * resolved before the merge.
 */
export const toMergeEvents = (before: StoredTicket | undefined, after: StoredTicket): QueueMessage[] => {
  const { id: ticket_id, linked, merged, version, updated_at: at } = after
  const event = { at, cause: `support.ticket#${ticket_id}#${version}#merged` }
  const isSolved = before && isOpen(before) && !isOpen(after)
  if (merged && before?.merged) return []
  if (merged)
    return [
      ...(merged.is_moved ? [ticketMerges.message({ ticket_id })] : []),
      ...(merged.is_solved && isSolved
        ? [ticketSolutions.message({ ...event, ticket_id: merged.into, merged_ids: [ticket_id] })]
        : []),
    ]
  // tickets that are merged later have an event of their own
  const merged_ids = mergedInto(linked)
  return isSolved && merged_ids.length > 0
    ? [ticketSolutions.message({ ...event, ticket_id, merged_ids })]
    : []
}
