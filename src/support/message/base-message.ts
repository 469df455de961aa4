import { invalid, problem } from '../../platform/runtime/problem.ts'
import { newestFirst, readList } from '../../platform/table/list/list.ts'
import type { Side } from '../ticket/transitions.ts'
import { ticketMessages } from './message.ts'

export const newerMessage = problem(
  'support.newer_message',
  409,
  'The ticket has a newer message than the one that "base_message_id" names.',
)

/** The kinds of messages that somebody sees from this side, by `is_internal`. */
const kindsFor = (side: Side) => (side === 'agent' ? [false, true] : [false])

/**
 * Throws 409 when the ticket has a newer message than this one, 422 when that is none of its messages; internal ones
 * are none for requesters.
 */
export const requireNewest = async (ticket_id: string, side: Side, base_id: string): Promise<void> => {
  const kinds = kindsFor(side).map((is_internal) => ({ ticket_id, is_internal }))
  const sources = kinds.flatMap((kind) => ticketMessages.in('ofTicket', kind))
  const [{ items }, ...found] = await Promise.all([
    readList(newestFirst(sources), { limit: 1 }),
    ...kinds.map((kind) => ticketMessages.find({ ...kind, id: base_id })),
  ])
  if (!found.some(Boolean)) throw invalid('base_message_id', 'must be the id of a message of the ticket')
  if (items[0]?.id !== base_id) throw newerMessage()
}

/** What counts the messages that somebody sees from this side: as long as it is the same, there is no newer one. */
export const countersFor = (side: Side): ('message_count' | 'internal_count')[] =>
  side === 'agent' ? ['message_count', 'internal_count'] : ['message_count']
