import { endpoint } from '../../platform/http/endpoint.ts'
import { Message } from '../message.ts'
import { presentMessage } from '../message-view.ts'
import { cancelReply } from '../reply-changes.ts'
import { toVisible } from '../visible-sources.ts'

export const cancelMessage = endpoint(
  {
    method: 'POST',
    path: '/chats/{id}/messages/{message_id}/cancel',
    entity: 'chats.chat',
    summary: 'Cancel a reply',
    description:
      'For a reply that is pending or waits for confirmation. The assistant makes no further calls.',
    response: Message,
    problems: {
      403: { 'chats.asker_required': 'The caller neither asked for the reply nor owns the chat.' },
      404: { 'chats.message_not_found': 'The chat has no such message.' },
      409: {
        'chats.no_reply': 'The message is not a reply of an assistant.',
        'chats.reply_status': 'The reply has already finished.',
      },
    },
  },
  async ({ actor, params: { id, message_id } }) =>
    presentMessage(await toVisible(actor, await cancelReply(actor, id, message_id)), actor),
)
