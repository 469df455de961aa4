import { historyOf, shown } from '../../platform/history/definition.ts'
import type { ResourceHistory } from '../../platform/history/resource-history.ts'
import { NewTicketMessage, ticketMessages, ticketMessageType } from '../ticket/ticket-message.ts'
import { ticketType } from '../ticket/ticket.ts'

export const messageHistory: ResourceHistory = {
  changes: [
    historyOf(ticketMessages, {
      type: ticketMessageType,
      fields: {
        ...shown(NewTicketMessage.omit({ ticket_id: true, base_message_id: true }).shape),
        text: 'hidden',
      },
      subject: ({ ticket_id }) => ({ type: ticketType.type, id: ticket_id }),
      audience: ({ is_internal }) => (is_internal ? 'agent' : null),
      // moving a message is neither a creation nor a deletion
      isImpliedCreation: ({ is_moved }) => is_moved,
      isEvent: true,
      refusal: 'The message has already been sent and cannot be undone.',
    }),
  ],
}
