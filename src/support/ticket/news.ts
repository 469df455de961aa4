import type { QueueMessage } from '../../platform/events/message-kind.ts'
import type { StoredTicketMessage } from '../message/message.ts'
import { ticketNews } from '../queues.ts'
import type { StoredTicket } from './ticket.ts'

const excerptCharacters = 200

/** A message tells the other side of it. */
export const newsOfMessage = ({
  id,
  ticket_id,
  tells,
  text,
  author,
  created_at,
}: StoredTicketMessage): QueueMessage[] => {
  if (tells === null) return []
  const by = { id: author.id, name: author.name }
  const what = { type: 'ticket_reply' as const, excerpt: text.slice(0, excerptCharacters).toWellFormed() }
  return [
    ticketNews.message({
      ticket_id,
      user_id: tells,
      by,
      at: created_at,
      cause: `support.message#${id}`,
      what,
    }),
  ]
}

/** The last change of its status tells the requester, unless they made it. */
export const newsOfMove = ({ id, status, requester, moved }: StoredTicket): QueueMessage[] => {
  if (!moved || moved.by.id === requester.id) return []
  const { by, at, version } = moved
  const what = { type: 'ticket_status_changed' as const, status }
  return [
    ticketNews.message({
      ticket_id: id,
      user_id: requester.id,
      by,
      at,
      cause: `support.ticket#${id}#${version}`,
      what,
    }),
  ]
}
