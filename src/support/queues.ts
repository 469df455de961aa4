import { Cursor, messageKind, messageWith } from '../platform/events/message-kind.ts'
import { Person } from '../platform/schema/fields.ts'
import * as z from '../platform/schema/schema.ts'
import { TicketStatus } from './ticket/ticket.ts'

/** Something about a ticket that somebody is to be told of, once for each `cause`. */
const TicketNews = z.object({
  ticket_id: z.string(),
  user_id: z.string(),
  by: Person,
  at: z.string(),
  cause: z.string(),
  what: z.discriminatedUnion('type', [
    z.object({ type: z.literal('ticket_reply'), excerpt: z.string() }),
    z.object({ type: z.literal('ticket_status_changed'), status: TicketStatus }),
    z.object({ type: z.literal('ticket_assigned') }),
  ]),
})
export type TicketNews = z.output<typeof TicketNews>

export const ticketNews = messageKind('ticket-news', 'notices', TicketNews)

/** News of a ticket that nobody sees to yet, for agents. */
export const deskNews = messageWith('ticket-desk-news', 'notices', {
  ticket_id: z.string(),
  by: Person,
  at: z.string(),
  cause: z.string(),
  type: z.enum(['ticket_created', 'ticket_reply']),
  /** The beginning of what was said; null for what the ticket began with. */
  excerpt: z.string().nullable(),
  /** The agents in the group of the ticket's category, or all where it has none or nobody was told. */
  to: z.enum(['group', 'all']).default('group'),
  has_told: z.boolean().default(false),
  cursor: Cursor,
})

/** A ticket that has another subject, which its messages copy. */
export const ticketRenames = messageWith('ticket-renames', 'fan-outs', {
  ticket_id: z.string(),
  cursor: Cursor,
})
