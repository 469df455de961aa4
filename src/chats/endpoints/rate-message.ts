import { endpoint } from '../../platform/http/endpoint.ts'
import { Message } from '../message.ts'
import { presentMessage } from '../message-view.ts'
import { rateReply } from '../rating-changes.ts'
import { NewRating } from '../rating-fields.ts'
import { toVisible } from '../visible-sources.ts'

export const rateMessage = endpoint(
  {
    method: 'POST',
    path: '/chats/{id}/messages/{message_id}/rating',
    entity: 'chats.chat',
    summary: 'Rate a reply',
    description:
      'For the participants of the chat, each for themselves. The owner of the assistant sees how many ratings it ' +
      'has, and nothing else of them.',
    body: NewRating,
    response: Message,
    problems: {
      404: { 'chats.message_not_found': 'The chat has no such message.' },
      409: {
        'chats.no_reply': 'The message is not a reply of an assistant.',
        'chats.reply_status': 'The reply is not completed.',
      },
    },
  },
  async ({ actor, params: { id, message_id }, body }) => {
    const { message, rating } = await rateReply(actor, id, message_id, body)
    return presentMessage(await toVisible(actor, message), actor, rating)
  },
)
