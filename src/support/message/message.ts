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

const Author = z.described(docs('Who wrote a message of a ticket.', { id: 'MessageAuthor' }), {
  type: z.enum(['requester', 'agent']).meta(docs('Side of the ticket that the author is on.')),
  id: answeredId.meta(docs('Id of the person.')),
  name: answeredName.meta(docs('Name at that time.')),
})

/** The ticket of a message, so that a list over all tickets says which one each is about. */
const MessageTicket = z.described(docs('The ticket of a message.', { id: 'MessageTicket' }), {
  id: answeredId.meta(docs('Id of the ticket.')),
  number: z.int().meta(docs('Number of the ticket.', { minimum: 1, examples: [1_042] })),
  subject: answeredText(255).meta(docs('Subject of the ticket; a new one shows within seconds.')),
})

/** What a message is called among all things. */
export const ticketMessageType = 'ticket_message'

/** The first message of a ticket; there is none when it says nothing. */
export const ticketDescription = z
  .orNull(z.string().max(50_000))
  .transform((text) => (text === null || text.trim() === '' ? null : text))
  .meta(docs('Becomes the first message.', { examples: ['It began this morning.'] }))

/** How many files go with a message. */
const maxAttachments = 10

/** What people write of a message: its history shows all of it but the text. */
const fields = {
  text: nonBlank(50_000).meta(docs('Text.', { examples: ['Have you tried turning it off and on again?'] })),
  attachments: answeredArray(Attachment, maxAttachments).default([]).meta(docs('Attached files.')),
  is_internal: z.boolean().default(false).meta(docs('Visible to agents, not to the requester.')),
}

export const TicketMessage = z.described(docs('A message of a ticket.', { id: 'TicketMessage' }), {
  id: answeredId.meta(docs('Id of the message.')),
  ticket_id: id.meta(docs('Id of the ticket.')),
  ...fields,
  author: Author.meta(docs('Who wrote it.')),
  ticket: MessageTicket.meta(docs('The ticket.')),
  created_at: timestamp.meta(docs('When it was written.')),
})

/** What a message is made from. */
export const NewTicketMessage = z.strictObject({
  ticket_id: TicketMessage.shape.ticket_id,
  ...fields,
  attachments: attachmentIds(maxAttachments),
  base_message_id: z
    .orNull(id)
    .meta(
      docs(
        'Id of the last message that the caller has seen; refused with 409 if the ticket has a newer one.',
      ),
    ),
})

/**
 * In the partition of the ticket, the internal ones in another beside it, so that what requesters read has no gaps; all
 * of them in a list of everybody's for agents, the public ones in a list of each requester's. Ids are by time. `tells`
 * is who is to be told of it, an id or `agents`, `ticket` a copy that follows the ticket's subject (ticket-copy.ts).
 */
export const ticketMessages = entity({
  name: 'support.message',
  schema: TicketMessage.extend({
    attachments: z.array(StoredAttachment).default([]),
    requester_id: z.string(),
    tells: z.orNull(z.string()),
  }),
  key: ({ id, ...place }: { ticket_id: string; id: string; is_internal: boolean }) => ({
    pk: partitionOf(place),
    sk: `message#${id}`,
  }),
  lists: {
    ofTicket: {
      partition: (place: { ticket_id: string; is_internal: boolean }) => partitionOf(place),
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

const partitionOf = ({ ticket_id, is_internal }: { ticket_id: string; is_internal: boolean }) =>
  `ticket#${ticket_id}${is_internal ? '#internal' : ''}`

export type StoredTicketMessage = ThingOf<typeof ticketMessages>
