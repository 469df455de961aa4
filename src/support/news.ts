import * as z from '../platform/schema/schema.ts'
import { Person } from '../platform/schema/fields.ts'
import type { Message } from '../platform/events/queue.ts'
import type { StoredMessage } from './message.ts'
import { TicketStatus, type StoredTicket } from './ticket.ts'

/** Something about a ticket that somebody is to be told of, once for each `cause`. */
export const TicketNews = z.object({
  ticket_id: z.string(),
  user_id: z.string(),
  by: Person,
  at: z.string(),
  cause: z.string(),
  what: z.discriminatedUnion('type', [
    z.object({ type: z.literal('ticket_reply'), excerpt: z.string() }),
    z.object({ type: z.literal('ticket_status_changed'), status: TicketStatus }),
  ]),
})
type News = z.output<typeof TicketNews>

export const ticketNewsQueue = 'ticket-news'

const toTell = (body: News): Message => ({ queue: ticketNewsQueue, body })

const excerptCharacters = 200

/** A message tells the other side of it. */
export const newsOfMessage = ({
  id,
  ticket_id,
  tells,
  text,
  author,
  created_at,
}: StoredMessage): Message[] => {
  if (tells === null) return []
  const by = { id: author.id, name: author.name }
  const what = { type: 'ticket_reply' as const, excerpt: text.slice(0, excerptCharacters).toWellFormed() }
  return [toTell({ ticket_id, user_id: tells, by, at: created_at, cause: `support.message#${id}`, what })]
}

/** The last change of its status tells the requester, unless they made it. */
export const newsOfMove = ({ id, status, requester, moved }: StoredTicket): Message[] => {
  if (!moved || moved.by.id === requester.id) return []
  const { by, at, version } = moved
  const what = { type: 'ticket_status_changed' as const, status }
  return [
    toTell({ ticket_id: id, user_id: requester.id, by, at, cause: `support.ticket#${id}#${version}`, what }),
  ]
}
