import { endpoint } from '../../platform/http/endpoint.ts'
import { leaveChat } from '../chat-changes.ts'

export const deleteChat = endpoint(
  {
    method: 'DELETE',
    path: '/chats/{id}',
    summary: 'Leave a chat',
    description: 'If its owner leaves, the chat is deleted for everyone, with all its messages.',
    status: 204,
    problems: { 412: '`If-Match` names a different version.' },
  },
  ({ actor, params, ifMatch }) => leaveChat(actor, params.id, ifMatch),
)
