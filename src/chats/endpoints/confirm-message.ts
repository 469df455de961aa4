import { endpoint } from '../../platform/http/endpoint.ts'
import { Message } from '../message.ts'
import { presentMessage } from '../message-view.ts'
import { Confirmation, confirmReply } from '../reply-confirmation.ts'
import { toVisible } from '../visible-sources.ts'

export const confirmMessage = endpoint(
  {
    method: 'POST',
    path: '/chats/{id}/messages/{message_id}/confirm',
    entity: 'chats.chat',
    summary: 'Confirm or refuse a call that a reply waits for',
    effect: 'destructive',
    description:
      'It is made with the arguments that the message shows. The assistant continues either way, and is told of ' +
      'a refusal. If `search_read` is refused, it answers from what everyone in the chat may read.',
    body: Confirmation,
    response: Message,
    requiresSession: true,
    problems: {
      403: { 'chats.asker_required': 'The caller did not ask for the reply.' },
      404: { 'chats.message_not_found': 'The chat has no such message.' },
      409: {
        'chats.no_reply': 'The message is not a reply of an assistant.',
        'chats.reply_status': 'The reply is not waiting for confirmation.',
        'chats.confirmation_expired': 'The call has waited for more than 24 hours.',
        'chats.assistant_changed': 'The assistant to be trusted has changed since it made the call.',
      },
    },
  },
  async ({ actor, params: { id, message_id }, body }) =>
    presentMessage(await toVisible(actor, await confirmReply(actor, id, message_id, body)), actor),
)
