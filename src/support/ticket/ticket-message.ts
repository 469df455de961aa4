import { docs } from '#docs'
import * as z from '../../platform/schema/schema.ts'
import { Attachment, attachmentIds, StoredAttachment } from '../../files/attachment/attachment.ts'
import { entity, type ThingOf } from '../../platform/table/entity.ts'
import {
  answeredArray,
  answeredText,
  answeredId,
  answeredName,
  id,
  nonBlank,
  timestamp,
} from '../../platform/schema/fields.ts'

const Author = z.described(docs('The author of a message of a ticket.', { id: 'MessageAuthor' }), {
  type: z.enum(['requester', 'agent']).meta(docs('Side of the author: requester or agent.')),
  id: answeredId.meta(docs('ID of the person.')),
  name: answeredName.meta(docs('Name of the person at that time.')),
})

/** The ticket of a message, for lists across all tickets. */
const MessageTicket = z.described(docs('The ticket of a message.', { id: 'MessageTicket' }), {
  id: answeredId.meta(docs('ID of the ticket.')),
  number: z.int().meta(docs('Number of the ticket.', { minimum: 1, examples: [1_042] })),
  subject: answeredText(255).meta(docs('Subject of the ticket; changes appear within seconds.')),
})

export const ticketMessageType = 'ticket_message'

/** First message of a ticket; null if the text is blank. */
export const ticketDescription = z
  .orNull(z.string().max(50_000))
  .transform((text) => (text === null || text.trim() === '' ? null : text))
  .meta(
    docs('Description of the request; becomes the first message.', { examples: ['It began this morning.'] }),
  )

const maxAttachments = 10

/** Fields that people write; the history shows all of them except the text. */
const fields = {
  text: nonBlank(50_000).meta(docs('Text.', { examples: ['Have you tried turning it off and on again?'] })),
  attachments: answeredArray(Attachment, maxAttachments).default([]).meta(docs('Attached files.')),
  is_internal: z.boolean().default(false).meta(docs('True if the message is visible only to agents.')),
}

export const TicketMessage = z.described(docs('A message of a ticket.', { id: 'TicketMessage' }), {
  id: answeredId.meta(docs('ID of the message.')),
  ticket_id: id.meta(docs('ID of the ticket.')),
  ...fields,
  author: Author.meta(docs('The author of the message.')),
  ticket: MessageTicket.meta(docs('The ticket.')),
  created_at: timestamp.meta(docs('Time of creation.')),
})

export const NewTicketMessage = z.strictObject({
  ticket_id: TicketMessage.shape.ticket_id,
  ...fields,
  attachments: attachmentIds(maxAttachments),
  base_message_id: z
    .orNull(id)
    .meta(
      docs(
        'ID of the last message that the caller has read; if the ticket has a newer message, the request ' +
          'fails with 409.',
      ),
    ),
})

/**
 * A message is in the partition of its ticket; internal messages have a partition of their own, so that pages of
 * requesters have no gaps. Agents list all messages; each requester has a list of the public ones. IDs are in order
 * of time. `tells` is the recipient of the notification: a user ID, `agents`, or `contact`, who gets an email.
 * `ticket` is a denormalized copy that follows the ticket's subject (ticket-copy.ts). `is_moved` is true after a merge
 * has moved it.
 */
export const ticketMessages = entity({
  name: 'support.message',
  schema: TicketMessage.extend({
    attachments: z.array(StoredAttachment).default([]),
    requester_id: z.string(),
    tells: z.orNull(z.string()),
    is_moved: z.boolean().default(false),
  }),
  key: ({ id, ...place }: { ticket_id: string; id: string; is_internal: boolean }) => ({
    pk: messagePartition(place),
    sk: `message#${id}`,
  }),
  lists: {
    ofTicket: {
      partition: (place: { ticket_id: string; is_internal: boolean }) => messagePartition(place),
      prefix: 'message#',
    },
    all: { index: 'gsi1', partition: () => 'ticket-messages', shared: true, sort: ({ id }) => id },
    ofRequester: {
      index: 'gsi2',
      partition: ({ requester_id, is_internal }: { requester_id: string; is_internal: boolean }) =>
        is_internal ? null : `ticket-messages#${requester_id}`,
      sort: ({ id }) => id,
    },
  },
  counters: ['ticket'],
})

const messagePartition = ({ ticket_id, is_internal }: { ticket_id: string; is_internal: boolean }) =>
  `ticket#${ticket_id}${is_internal ? '#internal' : ''}`

export type StoredTicketMessage = ThingOf<typeof ticketMessages>

/** Returns the list of the messages of a ticket that its requester sees, oldest first. */
export const publicMessages = (ticket_id: string) =>
  ticketMessages.in('ofTicket', { ticket_id, is_internal: false })

/** Returns the lists of all messages of a ticket, including internal ones, oldest first. */
export const allMessages = (ticket_id: string) => [
  ...publicMessages(ticket_id),
  ...ticketMessages.in('ofTicket', { ticket_id, is_internal: true }),
]
