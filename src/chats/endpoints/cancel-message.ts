import { endpoint } from '../../platform/http/endpoint.ts'
import { Message, presentMessage } from '../message.ts'
import { cancelReply } from '../reply-changes.ts'

export const cancelMessage = endpoint(
  {
    method: 'POST',
    path: '/chats/{id}/messages/{message_id}/cancel',
    summary: 'Cancel a reply',
    description:
      'For a reply that is pending or waits for confirmation. The assistant makes no further calls.',
    response: Message,
    problems: {
      403: 'The caller neither asked for the reply nor owns the chat.',
      409: 'It is not a reply, or has already finished.',
    },
  },
  async ({ actor, params: { id, message_id } }) => presentMessage(await cancelReply(actor, id, message_id)),
)
