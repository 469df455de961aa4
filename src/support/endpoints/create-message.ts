import * as z from '../../platform/schema/schema.ts'
import { attachmentIds } from '../../files/attachment.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { TicketMessage } from '../message.ts'
import { addMessage } from '../message-changes.ts'

const { ticket_id, text, is_internal } = TicketMessage.shape

export const createMessage = endpoint(
  {
    method: 'POST',
    path: '/support/messages',
    summary: 'Write to a ticket',
    description:
      'A message of the requester opens a ticket that is pending or resolved; a public one of an agent puts an open ' +
      'ticket in progress. Internal messages are seen by agents only.',
    body: z.strictObject({ ticket_id, text, attachments: attachmentIds(10), is_internal }),
    profile: 'files',
    status: 201,
    response: TicketMessage,
    problems: {
      403: 'An internal message from a requester.',
      404: 'There is no such ticket, or the caller may not see it.',
      409: 'The ticket is closed and the caller its requester, or the bytes of an attachment have not arrived.',
    },
  },
  ({ actor, body }) => addMessage(actor, body),
)
