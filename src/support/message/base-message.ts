import { invalid, problem } from '../../platform/runtime/problem.ts'
import { newestFirst, readList } from '../../platform/table/list/list.ts'
import type { Side } from '../ticket/transitions.ts'
import { ticketMessages } from '../ticket/ticket-message.ts'

export const newerMessage = problem(
  'support.newer_message',
  409,
  'The ticket has a newer message than "base_message_id"; read the newer messages first.',
)

/** Returns the values of `is_internal` of the messages that this side sees. */
const kindsFor = (side: Side) => (side === 'agent' ? [false, true] : [false])

/**
 * Throws 409 if the ticket has a newer message than this one, and 422 if this one is not a message of the ticket. For
 * requesters, internal messages do not exist.
 */
export const requireNewest = async (ticket_id: string, side: Side, base_id: string): Promise<void> => {
  const kinds = kindsFor(side).map((is_internal) => ({ ticket_id, is_internal }))
  const sources = kinds.flatMap((kind) => ticketMessages.in('ofTicket', kind))
  const [{ items }, ...found] = await Promise.all([
    readList(newestFirst(sources), { limit: 1 }),
    ...kinds.map((kind) => ticketMessages.find({ ...kind, id: base_id })),
  ])
  if (!found.some(Boolean)) throw invalid('base_message_id', 'must be the ID of a message of the ticket')
  if (items[0]?.id !== base_id) throw newerMessage()
}

/** Returns the counters of the messages that this side sees; a newer message changes one of them. */
export const countersFor = (side: Side): ('message_count' | 'internal_count')[] =>
  side === 'agent' ? ['message_count', 'internal_count'] : ['message_count']
