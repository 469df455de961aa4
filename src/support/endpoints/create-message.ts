import { endpoint } from '../../platform/http/endpoint.ts'
import { NewTicketMessage, TicketMessage } from '../ticket/ticket-message.ts'
import { contactUnreachable } from '../contact/mail-access.ts'
import { newerMessage } from '../message/base-message.ts'
import { addMessage, ticketClosed } from '../message/changes.ts'
import { attachmentProblems } from '../../files/problems.ts'
import { ticketMerged } from '../ticket/status-changes.ts'
import { agentsOnly } from '../ticket/access.ts'
import { tickets } from '../ticket/ticket.ts'

export const createMessage = endpoint('POST /support/messages', {
  summary: 'Add a message to a ticket',
  isFunction: true,
  description:
    'A message from the requester reopens a pending or resolved ticket. A public message from an agent ' +
    'changes the status of an open ticket to `in_progress`. Internal messages are visible only to agents.',
  sharing: ['attachments'],
  body: NewTicketMessage,
  profile: 'files',
  status: 201,
  response: TicketMessage,
  problems: [
    agentsOnly.as({
      when: 'A requester sends an internal message.',
      example: ['send internal messages, and only on tickets of other people'],
    }),
    tickets.absent,
    ticketClosed.as({ when: 'The ticket is closed and the caller is its requester.' }),
    ticketMerged,
    newerMessage,
    contactUnreachable.as({
      when:
        'A public message of an agent is for a contact who has been deleted or whose email address has refused mail, ' +
        'or the service sends no email.',
    }),
    ...attachmentProblems,
  ],
  // never support.policy_version_not_found: no version is deleted
  handle: ({ actor, body }) => addMessage(actor, body),
})
