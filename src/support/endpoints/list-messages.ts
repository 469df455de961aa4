import { docs } from '#docs'
import * as z from '../../platform/schema/schema.ts'
import { withPresentAttachments } from '../../files/attachment/present-attachments.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { id } from '../../platform/schema/fields.ts'
import { listOf, listQuery } from '../../platform/schema/list-fields.ts'
import { queryMessages, queryTicketMessages } from '../message/list.ts'
import { TicketMessage } from '../ticket/ticket-message.ts'
import { tickets } from '../ticket/ticket.ts'

export const listMessages = endpoint('GET /support/messages', {
  summary: 'List messages, oldest first',
  isFunction: true,
  description:
    'Lists the messages of one ticket, or of all tickets that the caller may read; agents may read all tickets.',
  query: listQuery({
    ticket_id: id.optional().meta(docs('Only messages of this ticket.')),
    after: id.optional().meta(docs('Only messages after the message with this ID.')),
    order: z
      .enum(['asc', 'desc'])
      .default('asc')
      .meta(docs('Sort order: oldest first (`asc`) or newest first (`desc`).')),
  }),
  response: listOf(TicketMessage),
  problems: [tickets.absent],
  handle: async ({ actor, query: { ticket_id, ...wanted } }) => {
    const { items, next_cursor } = await (ticket_id === undefined
      ? queryMessages(actor, wanted)
      : queryTicketMessages(actor, ticket_id, wanted))
    return { items: await withPresentAttachments(items), next_cursor }
  },
})
