import { endpoint } from '../../../platform/http/endpoint.ts'
import * as z from '../../../platform/schema/schema.ts'
import {
  LinkedTicket,
  linkToken,
  presentLinkedTicket,
  requireLinkedTicket,
  ticketLinkInvalid,
  tooManyLinks,
} from '../linked-ticket.ts'

export const readLinkedTicket = endpoint('POST /support/linked-ticket', {
  access: 'public',
  effect: 'read',
  summary: 'Get the ticket of a contact by its link',
  description:
    'Emails to a contact link to one ticket, at `/account/tickets#token=…`. The link works until the contact is ' +
    'deleted or gets another email address. Internal messages are never shown.',
  body: z.strictObject({ token: linkToken }),
  response: LinkedTicket,
  problems: [ticketLinkInvalid, tooManyLinks],
  handle: async ({ body: { token }, address }) => {
    const { ticket } = await requireLinkedTicket(token, address)
    return presentLinkedTicket(ticket)
  },
})
