import { endpoint } from '../../platform/http/endpoint.ts'
import { addChat } from '../chat/changes.ts'
import { Chat, NewChat } from '../chat/chat.ts'
import { presentChat } from '../chat/membership.ts'

export const createChat = endpoint('POST /chats', {
  summary: 'Start a chat',
  sharing: ['participants'],
  description:
    'With people, and with assistants that the caller may use. The caller becomes a participant and the ' +
    'owner.',
  body: NewChat,
  response: Chat,
  location: '/chats/{id}',
  handle: async ({ actor, body }) => presentChat(await addChat(actor, body), actor),
})
