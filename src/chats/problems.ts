import { chats } from './chat/chat.ts'
import { messages } from './message/message.ts'
import { messageAuthorRequired, messagePeriodOver } from './message/changes.ts'
import { noReply, wrongStatus } from './message/reply-status.ts'

/** Problems of changing or deleting a message. */
export const changeProblems = [chats.absent, messageAuthorRequired, messagePeriodOver]

type StatusesOf = Parameters<typeof wrongStatus>

/** Returns the problems of a message that is no reply or has a status in which the operation is not possible. */
export const replyProblems = (when: string, example: StatusesOf) => [
  messages.absent,
  noReply,
  wrongStatus.as({ when, example }),
]
