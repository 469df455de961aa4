import { endpoint } from '../../platform/http/endpoint.ts'
import { Message } from '../message/message.ts'
import { presentMessage } from '../message/message-view.ts'
import {
  assistantChanged,
  Confirmation,
  confirmationExpired,
  confirmReply,
} from '../replies/reply-confirmation.ts'
import { toVisible } from '../message/visible-sources.ts'
import { replyProblems } from '../problems.ts'
import { askerRequired } from '../replies/reply-changes.ts'

export const confirmMessage = endpoint('POST /chats/{id}/messages/{message_id}/confirm', {
  summary: 'Confirm or refuse a function call of a reply',
  success: 'The current state of the reply.',
  effect: 'destructive',
  description:
    'The call is made with the arguments shown in the message. The assistant continues in both cases and ' +
    'learns of a refusal. If `search_read` is refused, it answers from resources that everyone in the chat may ' +
    'read.',
  body: Confirmation,
  response: Message,
  requiresSession: true,
  problems: [
    askerRequired,
    ...replyProblems('The reply is not waiting for confirmation.', ['completed', ['requires_action']]),
    confirmationExpired,
    assistantChanged,
  ],
  handle: async ({ actor, params: { id, message_id }, body }) =>
    presentMessage(await toVisible(actor, await confirmReply(actor, id, message_id, body)), actor),
})
