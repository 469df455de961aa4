import { endpoint } from '../../platform/http/endpoint.ts'
import { Message } from '../message/message.ts'
import { presentMessage } from '../message/message-view.ts'
import { rateReply } from '../message/rating-changes.ts'
import { NewRating } from '../message/rating-fields.ts'
import { toVisible } from '../message/visible-sources.ts'
import { replyProblems } from '../problems.ts'

export const rateMessage = endpoint('POST /chats/{id}/messages/{message_id}/rating', {
  summary: 'Rate a reply',
  success: 'The reply, with the caller’s rating.',
  description:
    'For the participants of the chat, each for themselves. The owner of the assistant sees only the number of ' +
    'ratings.',
  body: NewRating,
  response: Message,
  problems: replyProblems('The reply is not completed.', ['pending', ['completed']]),
  handle: async ({ actor, params: { id, message_id }, body }) => {
    const { message, rating } = await rateReply(actor, id, message_id, body)
    return presentMessage(await toVisible(actor, message), actor, rating)
  },
})
