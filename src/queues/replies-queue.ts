import { answerMessage as chatReplies } from '../chats/workers/answer-message.ts'
import { queueFunction } from '../platform/events/queue-function.ts'

/** Written by `npm run openapi`: the workers by the kinds of their messages. */
export const repliesQueue = queueFunction('replies', {
  'chat-replies': chatReplies,
})
