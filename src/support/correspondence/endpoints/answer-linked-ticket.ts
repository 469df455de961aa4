import { docs } from '#docs'
import { endpoint } from '../../../platform/http/endpoint.ts'
import { nonBlank } from '../../../platform/schema/fields.ts'
import * as z from '../../../platform/schema/schema.ts'
import { addMessage, ticketClosed } from '../../message/changes.ts'
import {
  LinkedMessage,
  linkToken,
  presentLinkedMessage,
  requireAnswerer,
  requireLinkedTicket,
  ticketLinkInvalid,
  tooManyLinks,
} from '../linked-ticket.ts'

export const answerLinkedTicket = endpoint('POST /support/linked-ticket/messages', {
  access: 'public',
  summary: 'Answer the ticket of a contact by its link',
  description: 'The message is the contact’s. It reopens a pending or resolved ticket.',
  body: z.strictObject({
    token: linkToken,
    text: nonBlank(10_000).meta(docs('Text of the message.', { examples: ['It works again, thank you.'] })),
  }),
  // 10,000 characters that JSON escapes
  maxBodyBytes: 65_536,
  status: 201,
  response: LinkedMessage,
  problems: [ticketLinkInvalid, tooManyLinks, ticketClosed],
  handle: async ({ body: { token, text }, address }) => {
    const { ticket, contact } = await requireLinkedTicket(token, address)
    const actor = await requireAnswerer(ticket, contact)
    const message = { ticket_id: ticket.id, text, is_internal: false, attachments: [] }
    return presentLinkedMessage(await addMessage(actor, message))
  },
})
