import { endpoint } from '../../platform/http/endpoint.ts'
import { Message, presentMessage } from '../message.ts'
import { retryReply } from '../reply-changes.ts'

export const retryMessage = endpoint(
  {
    method: 'POST',
    path: '/chats/{id}/messages/{message_id}/retry',
    summary: 'Ask for a reply again',
    description: 'For one that has failed or was cancelled. What was called before is not called again.',
    response: Message,
    problems: { 403: 'The caller has not asked for it.', 409: 'It is neither failed nor cancelled.' },
  },
  async ({ actor, params: { id, message_id } }) => presentMessage(await retryReply(actor, id, message_id)),
)
