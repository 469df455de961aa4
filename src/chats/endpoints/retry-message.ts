import { endpoint } from '../../platform/http/endpoint.ts'
import { Message, presentMessage } from '../message.ts'
import { retryReply } from '../reply-changes.ts'

export const retryMessage = endpoint(
  {
    method: 'POST',
    path: '/chats/{id}/messages/{message_id}/retry',
    summary: 'Retry a reply',
    description: 'For a reply that failed or was cancelled. Calls that were made before are not repeated.',
    response: Message,
    problems: {
      403: 'The caller did not ask for the reply.',
      409: 'It has neither failed nor been cancelled.',
    },
  },
  async ({ actor, params: { id, message_id } }) => presentMessage(await retryReply(actor, id, message_id)),
)
