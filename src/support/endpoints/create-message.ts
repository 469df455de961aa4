import { endpoint } from '../../platform/http/endpoint.ts'
import { NewTicketMessage, TicketMessage } from '../ticket/ticket-message.ts'
import { newerMessage } from '../message/base-message.ts'
import { addMessage, ticketClosed } from '../message/changes.ts'
import { attachmentProblems } from '../../files/problems.ts'
import { agentsOnly } from '../ticket/access.ts'
import { tickets } from '../ticket/ticket.ts'

export const createMessage = endpoint('POST /support/messages', {
  summary: 'Add a message to a ticket',
  isFunction: true,
  description:
    'A message from the requester reopens a ticket that is pending or resolved; a public message from an ' +
    'agent moves an open ticket to in progress. Internal messages are visible to agents only.',
  sharing: ['attachments'],
  body: NewTicketMessage,
  profile: 'files',
  status: 201,
  response: TicketMessage,
  problems: [
    agentsOnly.as({
      when: 'An internal message from a requester.',
      example: ['send internal messages, and not on their own tickets'],
    }),
    tickets.absent,
    ticketClosed.as({ when: 'The ticket is closed and the caller is its requester.' }),
    newerMessage,
    ...attachmentProblems,
  ],
  handle: ({ actor, body }) => addMessage(actor, body),
})
