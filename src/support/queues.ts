import { Cursor, messageKind, messageWith } from '../platform/events/message-kind.ts'
import { Person } from '../platform/schema/fields.ts'
import * as z from '../platform/schema/schema.ts'
import { clockNames } from './clock/fields.ts'
import { TicketStatus } from './ticket/ticket.ts'

/** Event on a ticket for one recipient, notified once per `cause`. */
const TicketEvent = z.object({
  ticket_id: z.string(),
  user_id: z.string(),
  by: Person,
  at: z.string(),
  cause: z.string(),
  what: z.discriminatedUnion('type', [
    z.object({ type: z.literal('ticket_reply'), excerpt: z.string() }),
    z.object({ type: z.literal('ticket_status_changed'), status: TicketStatus }),
    z.object({ type: z.literal('ticket_assigned') }),
    z.object({ type: z.literal('ticket_created') }),
  ]),
})
export type TicketEvent = z.output<typeof TicketEvent>

export const ticketEvents = messageKind('ticket-news', 'notices', TicketEvent)

/** Progress of a message to the agents of a ticket. */
const AgentPaging = z.object({
  /** Recipients: the agents in the ticket's group, or all agents if it has no group or none of them was notified. */
  to: z.enum(['group', 'all']).default('group'),
  /** True if an earlier page has notified an agent. */
  has_told: z.boolean().default(false),
  cursor: Cursor,
})
export type AgentPaging = z.output<typeof AgentPaging>

/** Event on an unassigned ticket, for agents. */
export const deskEvents = messageWith('ticket-desk-news', 'notices', {
  ticket_id: z.string(),
  by: Person,
  at: z.string(),
  cause: z.string(),
  type: z.enum(['ticket_created', 'ticket_reply', 'ticket_status_changed']),
  /** Excerpt of the message; null for a new ticket, whose description is read instead, and for a reopened one. */
  excerpt: z.string().nullable(),
  ...AgentPaging.shape,
})
export type DeskEvent = z.output<typeof deskEvents.schema>

/**
 * Reminder of a ticket's clock, for the active assignee or else for agents; `due_at` is its due time at the time of
 * scheduling.
 */
const TicketReminder = z.object({
  type: z.enum(['ticket_due_soon', 'ticket_overdue']),
  ticket_id: z.string(),
  clock: z.enum(clockNames),
  due_at: z.string(),
  ...AgentPaging.shape,
})
export type TicketReminder = z.output<typeof TicketReminder>

export const ticketReminders = messageKind('ticket-reminders', 'notices', TicketReminder)

/** Mail to a contact that is to be sent. */
export const outgoingContactMails = messageWith('contact-mails', 'mails', {
  contact_id: z.string(),
  id: z.string(),
})

/** Ticket whose subject has changed; its messages hold copies of the subject. */
export const ticketRenames = messageWith('ticket-renames', 'fan-outs', {
  ticket_id: z.string(),
  cursor: Cursor,
})

/** Merged ticket whose messages move to another one. */
export const ticketMerges = messageWith('ticket-merges', 'fan-outs', { ticket_id: z.string() })

/** Solved ticket into which others were merged. */
export const ticketSolutions = messageWith('ticket-solutions', 'fan-outs', {
  ticket_id: z.string(),
  /** IDs of the merged tickets that the event is about; null for all of them. */
  merged_ids: z.array(z.string()).nullable().default(null),
  at: z.string(),
  cause: z.string(),
})

/** Contact whose address no longer receives mail; administrators are notified. */
export const refusedContacts = messageWith('contact-refused-addresses', 'notices', {
  contact_id: z.string(),
  name: z.string(),
  status: z.string(),
  at: z.string(),
  cursor: Cursor,
})

/** Ticket whose facts in reports have changed at a time. */
export const ticketFacts = messageWith('ticket-facts', 'fan-outs', { ticket_id: z.string(), at: z.string() })
