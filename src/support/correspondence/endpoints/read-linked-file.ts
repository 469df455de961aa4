import { docs } from '#docs'
import { readableFile } from '../../../files/file/access.ts'
import { Download, downloadLink } from '../../../files/file/download.ts'
import { files } from '../../../files/file/file.ts'
import { endpoint } from '../../../platform/http/endpoint.ts'
import { id } from '../../../platform/schema/fields.ts'
import * as z from '../../../platform/schema/schema.ts'
import { ticketMessages } from '../../ticket/ticket-message.ts'
import { contactActor } from '../contact-actor.ts'
import { linkToken, requireLinkedTicket, ticketLinkInvalid, tooManyLinks } from '../linked-ticket.ts'

export const readLinkedFile = endpoint('POST /support/linked-ticket/files', {
  access: 'public',
  effect: 'read',
  profile: 'files',
  summary: 'Download a file from the ticket of a contact by its link',
  description:
    'Returns a link to a file that is attached to a public message of the ticket. The link is valid for five minutes.',
  body: z.strictObject({
    token: linkToken,
    message_id: id.meta(docs('ID of the message.')),
    file_id: id.meta(docs('ID of the attached file.')),
  }),
  response: Download,
  problems: [ticketLinkInvalid, tooManyLinks, files.absent],
  handle: async ({ body: { token, message_id, file_id }, address }) => {
    const { ticket, contact } = await requireLinkedTicket(token, address)
    const place = { ticket_id: ticket.id, id: message_id, is_internal: false }
    const message = await ticketMessages.find(place)
    // the contact may also read files of their other tickets, which this link does not open
    if (!message?.attachments.some((attachment) => attachment.id === file_id)) throw files.absent()
    const { file } = await readableFile(contactActor(contact), file_id)
    return downloadLink(file)
  },
})
