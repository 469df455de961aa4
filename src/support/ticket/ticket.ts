import { docs } from '#docs'
import * as z from '../../platform/schema/schema.ts'
import type { Actor } from '../../platform/identity/actor.ts'
import { now } from '../../platform/runtime/time.ts'
import { entity, type SummaryOf, type ThingOf } from '../../platform/table/entity.ts'
import { priorityNames, Sla, TicketClock } from '../clock/fields.ts'
import {
  answeredArray,
  answeredId,
  id,
  line,
  Person,
  versioned,
  answeredCount,
  optionalTime,
  upTo,
} from '../../platform/schema/fields.ts'

import { Merge, maxLinks, maxListedLinks, StoredTicketLink, TicketLink } from '../link/link.ts'

export const ticketType = { type: 'ticket', path: '/support/tickets/{id}' } as const

const statuses = ['open', 'in_progress', 'pending', 'resolved', 'closed'] as const

export const TicketStatus = z.enum(statuses).meta(docs('Status; a `pending` ticket waits for the requester.'))
export type TicketStatus = z.output<typeof TicketStatus>

/** Ordered from lowest to highest. */
export const TicketPriority = z.enum(priorityNames).meta(docs('Priority.'))

/** Fields that people write, except the assignee, the group and the rating; the history shows all of them. */
export const ticketFields = {
  subject: line(255).meta(docs('Subject of the request.', { examples: ['The printer is on fire'] })),
  status: TicketStatus.default('open'),
  priority: TicketPriority.default('normal').meta(docs('Priority.')),
  category: z.orNull(line(100)).meta(
    docs('Category of the request; stored in the spelling of the policies if only its case differs.', {
      examples: ['hardware'],
    }),
  ),
  tags: upTo(20, line(50)).meta(docs('Tags, at most 20; only agents set them.', { examples: [['printer']] })),
}

const Requester = z.described(docs('The requester of a ticket.', { id: 'Requester' }), {
  ...Person.shape,
  contact_id: z.orNull(answeredId).meta(docs('ID of the contact; null for a person with an account.')),
})

export const Ticket = z.described(docs('A request to the support desk.', { id: 'Ticket' }), {
  id: answeredId.meta(docs('ID of the ticket.')),
  number: z.int().meta(docs('Number across all tickets.', { minimum: 1, examples: [1_042] })),
  ...ticketFields,
  requester: Requester.meta(docs('The person or contact who needs help.')),
  created_by: Person.meta(
    docs(
      'The person or contact who opened the ticket: the requester, or an agent on behalf of the requester.',
    ),
  ),
  assignee_id: z.orNull(id).meta(docs('ID of the agent assigned to the ticket.')),
  assignee: z.orNull(Person).meta(docs('The agent assigned to the ticket.')),
  group_id: z
    .orNull(id)
    .meta(
      docs(
        'ID of the group whose agents are notified of the ticket while it is unassigned; null for all agents.',
      ),
    ),
  group: z
    .orNull(Person)
    .meta(
      docs(
        'The group responsible for the ticket; set by the category, at creation and when the category changes.',
      ),
    ),
  links: answeredArray(TicketLink, maxLinks)
    .default([])
    .meta(
      docs(
        'Tickets linked by merges and the page created from the ticket, if the caller may see them; in lists, only ' +
          `the newest ${maxListedLinks} tickets.`,
      ),
    ),
  rating: z
    .orNull(z.int().min(1).max(5))
    .meta(
      docs('Rating by the requester, from 1 to 5, once the ticket is resolved or closed; null for none.'),
    ),
  sla: z
    .orNull(Sla)
    .meta(
      docs(
        'Due times by the policies at the creation of the ticket; null if these have no targets. The clocks are ' +
          'paused while the ticket is pending, and stopped while it is resolved or closed.',
      ),
    ),
  first_response_at: optionalTime.meta(docs('Time of the first response of an agent.')),
  resolved_at: optionalTime.meta(docs('Time at which the ticket was resolved; null after it is reopened.')),
  closed_at: optionalTime.meta(docs('Time at which the ticket was closed; null after it is reopened.')),
  last_message_at: optionalTime.meta(docs('Time of the last message visible to the caller.')),
  message_count: answeredCount.default(0).meta(docs('Number of messages visible to the caller.')),
  allowed_transitions: answeredArray(TicketStatus, statuses.length).meta(
    docs('The statuses to which the caller may change the ticket.', { examples: [['resolved']] }),
  ),
  ...versioned,
})

/** The person who made a change, its time, and the resulting version. */
const Deed = z.orNull(z.object({ by: Person, at: z.string(), version: z.int() }))
export type Deed = z.output<typeof Deed>

/** Fields that lists do not read. */
const ticketDetails = ['description_id', 'moved', 'given', 'clock'] as const

/**
 * A ticket counts public and internal messages separately: `message_count` and `last_message_at` cover the public ones.
 * None of these counters is part of the version, so that internal messages leave no trace in what requesters see.
 * `linked` holds the links by ID, and `merged` the ticket into which it was merged. `moved` is the last explicit change
 * of status, `given` the last assignment, `description_id` the ID of the first message, `next_due_at` the next unmet
 * due time while the clocks run, and `handled_at` the time when an agent last wrote a message or changed the ticket.
 */
export const tickets = entity({
  name: 'support.ticket',
  schema: Ticket.omit({ allowed_transitions: true, links: true }).extend({
    linked: z.array(StoredTicketLink).default([]),
    merged: z.orNull(Merge),
    /** Null in the rows of the first release, whose tickets were opened by their requesters. */
    created_by: z.orNull(Person),
    internal_count: z.int().default(0),
    last_internal_at: z.orNull(z.string()),
    handled_at: z.orNull(z.string()),
    description_id: z.orNull(z.string()),
    moved: Deed,
    given: Deed,
    clock: z.orNull(TicketClock),
    next_due_at: optionalTime,
  }),
  key: ({ id }: { id: string }) => ({ pk: `ticket#${id}`, sk: 'ticket' }),
  // one range per status: closed tickets neither hide open ones nor are counted with them
  lists: {
    own: {
      index: 'gsi1',
      partition: ({ requester, status }: { requester: { id: string }; status: TicketStatus }) =>
        `tickets#${requester.id}#${status}`,
      sort: ({ id }) => id,
      order: 'descending',
    },
    all: {
      index: 'gsi2',
      partition: ({ status }: { status: TicketStatus }) => `tickets#${status}`,
      shared: true,
      sort: ({ id }) => id,
      order: 'descending',
    },
  },
  detail: ticketDetails,
  counters: ['message_count', 'last_message_at', 'internal_count', 'last_internal_at', 'handled_at'],
})

export type StoredTicket = ThingOf<typeof tickets>

/** A ticket as lists read it. */
export type TicketRow = Omit<SummaryOf<StoredTicket>, (typeof ticketDetails)[number]>

/** Returns a change of a ticket by the caller at the current time. */
export const newDeed = ({ id, name }: Actor, { version }: Pick<StoredTicket, 'version'>) => ({
  by: { id, name },
  at: now(),
  version: version + 1,
})

/** Returns the person or contact who opened a ticket. */
export const ticketOpener = ({ created_by, requester }: Pick<StoredTicket, 'created_by' | 'requester'>) =>
  created_by ?? { id: requester.id, name: requester.name }

/** Returns true if the ticket is neither resolved nor closed. */
export const isOpen = ({ status }: Pick<StoredTicket, 'status'>): boolean =>
  status !== 'resolved' && status !== 'closed'

/** Search scope of all tickets, for agents. */
export const ticketSearchScope = 'support.ticket'

/** Returns the search scope of a requester's own tickets. */
export const ownTicketSearchScope = (requester_id: string) => `support.ticket#${requester_id}`
