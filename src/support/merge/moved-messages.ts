import { toAttach } from '../../files/attachment/attachment.ts'
import { exists } from '../../platform/table/condition.ts'
import { retryOnConflict } from '../../platform/table/conflict.ts'
import { readList } from '../../platform/table/list/list.ts'
import type { Operation } from '../../platform/table/operation.ts'
import { maxWritesTogether, transact } from '../../platform/table/table.ts'
import {
  allMessages,
  ticketMessages,
  ticketMessageType,
  type StoredTicketMessage,
} from '../ticket/ticket-message.ts'
import { toTicketCopy } from '../ticket/ticket-copy.ts'
import { tickets, type StoredTicket } from '../ticket/ticket.ts'
import { ticketMessageRef } from '../message/resource.ts'
import { followMerges } from '../ticket/merge-target.ts'

/** Maximum number of messages moved in one transaction, which may have 4 MB. */
const messagesAtOnce = 15

/** Returns the writes that move a message with its attachments; nobody is notified of it again. */
const toMoveMessage = (message: StoredTicketMessage, into: StoredTicket): Operation[] => {
  const copy = { ...message, ticket_id: into.id, ticket: toTicketCopy(into), tells: null, is_moved: true }
  return [
    { ...ticketMessages.toRemove(message), require: [exists('pk')] },
    ticketMessages.toCreate(copy),
    ...toAttach(ticketMessageType, ticketMessageRef(message), message.attachments, []),
    ...toAttach(ticketMessageType, ticketMessageRef(copy), [], copy.attachments),
  ]
}

interface Move {
  message: StoredTicketMessage
  writes: Operation[]
}

/** Returns as many of the moves as fit into one transaction, at least the first. */
const firstMoves = (moves: Move[]): Move[] => {
  const fitting: Move[] = []
  let count = 2 // the counts of both tickets
  for (const move of moves) {
    count += move.writes.length
    if (count > maxWritesTogether && fitting.length > 0) break
    fitting.push(move)
  }
  return fitting
}

/** Returns the writes that move the counts of messages from one ticket to another, which must still have its status. */
const toMoveCounts = (
  messages: StoredTicketMessage[],
  from: StoredTicket,
  into: StoredTicket,
): Operation[] => {
  const timesOf = (isInternal: boolean) =>
    messages
      .flatMap(({ is_internal, created_at }) => (is_internal === isInternal ? created_at : []))
      .toSorted()
  const [open, internal] = [timesOf(false), timesOf(true)]
  const [last_message_at, last_internal_at] = [open.at(-1), internal.at(-1)]
  return [
    tickets.toIncrement(from, { add: { message_count: -open.length, internal_count: -internal.length } }),
    tickets.toIncrement(into, {
      add: { message_count: open.length, internal_count: internal.length },
      latest: { ...(last_message_at && { last_message_at }), ...(last_internal_at && { last_internal_at }) },
      where: { status: into.status },
    }),
  ]
}

/**
 * Moves messages of a merged ticket, as many as one transaction takes, so that each is in one of the tickets at any
 * time; returns true if some may be left.
 */
export const moveNextMessages = (ticket_id: string): Promise<boolean> =>
  retryOnConflict(async () => {
    const [from, { items, next_cursor }] = await Promise.all([
      tickets.find({ id: ticket_id }),
      readList(allMessages(ticket_id), { limit: messagesAtOnce }),
    ])
    const into = from && (await followMerges(from))
    if (!from || !into || into.id === from.id || items.length === 0) return false
    const moves = firstMoves(items.map((message) => ({ message, writes: toMoveMessage(message, into) })))
    const moved = moves.map(({ message }) => message)
    await transact([...toMoveCounts(moved, from, into), ...moves.flatMap(({ writes }) => writes)])
    return moved.length < items.length || next_cursor !== null
  })
