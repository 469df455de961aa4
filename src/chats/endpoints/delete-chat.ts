import { endpoint } from '../../platform/http/endpoint.ts'
import { leaveChat } from '../chat/changes.ts'

export const deleteChat = endpoint('DELETE /chats/{id}', {
  summary: 'Leave a chat',
  success: 'The caller has left the chat, or has deleted it as its owner.',
  description: 'If its owner leaves, the chat is deleted for everyone, with all its messages.',
  takesIfMatch: true,
  handle: ({ actor, params, ifMatch }) => leaveChat(actor, params.id, ifMatch),
})
