import { endpoint } from '../../platform/http/endpoint.ts'
import { readMessage } from '../feed.ts'
import { Message, shownMessage } from '../message.ts'

export const handler = endpoint(
  {
    method: 'GET',
    path: '/chats/{id}/messages/{message_id}',
    summary: 'Read a message',
    response: Message,
  },
  async ({ actor, params: { id, message_id } }) =>
    shownMessage((await readMessage(actor, id, message_id)).message),
)
