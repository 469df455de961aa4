import * as z from '../../platform/schema/schema.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { id, listOf, listQuery } from '../../platform/schema/fields.ts'
import { messagesOfAll, messagesOfTicket } from '../message-list.ts'
import { TicketMessage } from '../message.ts'

export const listMessages = endpoint(
  {
    method: 'GET',
    path: '/support/messages',
    summary: 'List messages, oldest first',
    description: 'Those of one ticket, or of all tickets that the caller may see: for agents, everybody’s.',
    query: listQuery({
      ticket_id: id.optional().meta({ description: 'Only those of this ticket.' }),
      after: id.optional().meta({ description: 'Only those behind the message of this id.' }),
      order: z
        .enum(['asc', 'desc'])
        .default('asc')
        .meta({ description: 'Oldest first (`asc`) or newest first (`desc`).' }),
    }),
    response: listOf(TicketMessage),
    problems: { 404: 'There is no such ticket, or the caller may not see it.' },
  },
  ({ actor, query: { ticket_id, ...wanted } }) =>
    ticket_id === undefined ? messagesOfAll(actor, wanted) : messagesOfTicket(actor, ticket_id, wanted),
)
