import { endpoint } from '../../platform/http/endpoint.ts'
import { leaveChat } from '../chat-changes.ts'

export const deleteChat = endpoint(
  {
    method: 'DELETE',
    path: '/chats/{id}',
    summary: 'Leave a chat',
    description: 'When its owner leaves, the chat ends for everybody, with all that was said in it.',
    status: 204,
    problems: { 412: '`If-Match` names another version.' },
  },
  ({ actor, params, ifMatch }) => leaveChat(actor, params.id, ifMatch),
)
