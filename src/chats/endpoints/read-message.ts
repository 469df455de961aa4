import { endpoint } from '../../platform/http/endpoint.ts'
import { loadMessage } from '../feed.ts'
import { Message, presentMessage } from '../message.ts'

export const readMessage = endpoint(
  {
    method: 'GET',
    path: '/chats/{id}/messages/{message_id}',
    summary: 'Read a message',
    response: Message,
  },
  async ({ actor, params: { id, message_id } }) =>
    presentMessage((await loadMessage(actor, id, message_id)).message),
)
