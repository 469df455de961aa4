import { docs } from '#docs'
import { endpoint } from '../../../platform/http/endpoint.ts'
import { nonBlank } from '../../../platform/schema/fields.ts'
import * as z from '../../../platform/schema/schema.ts'
import { addMessage, ticketClosed } from '../../message/changes.ts'
import { ticketMerged } from '../../ticket/status-changes.ts'
import {
  LinkedMessage,
  linkToken,
  presentLinkedMessage,
  requireAnswerer,
  requireLinkedTicket,
  ticketLinkInvalid,
  tooManyLinks,
} from '../linked-ticket.ts'

export const replyByLink = endpoint('POST /support/linked-ticket/messages', {
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
  problems: [ticketLinkInvalid, tooManyLinks, ticketClosed, ticketMerged],
  // never support.ticket_not_found: tickets are never deleted
  // never support.policy_version_not_found: no version is deleted
  // never support.newer_message: no message is the base of an answer
  // never support.contact_unreachable: the message is the contact’s own
  // never support.agents_only: no answer is internal
  // never files.wrong_size: an answer has no attachments
  // never files.not_arrived: an answer has no attachments
  handle: async ({ body: { token, text }, address }) => {
    const { ticket, contact } = await requireLinkedTicket(token, address)
    const actor = await requireAnswerer(ticket, contact)
    const message = { ticket_id: ticket.id, text, is_internal: false, attachments: [] }
    return presentLinkedMessage(await addMessage(actor, message))
  },
})
