import { endpoint } from '../../platform/http/endpoint.ts'
import { Message, presentMessage } from '../message.ts'
import { cancelReply } from '../reply-changes.ts'

export const cancelMessage = endpoint(
  {
    method: 'POST',
    path: '/chats/{id}/messages/{message_id}/cancel',
    summary: 'Cancel a reply',
    description: 'One that is pending or waits. The assistant calls nothing more from then on.',
    response: Message,
    problems: {
      403: 'The caller has neither asked for it nor owns the chat.',
      409: 'It is no reply, or over already.',
    },
  },
  async ({ actor, params: { id, message_id } }) => presentMessage(await cancelReply(actor, id, message_id)),
)
