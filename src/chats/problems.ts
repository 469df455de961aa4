import { chats } from './chat/chat.ts'
import { messages } from './message/message.ts'
import { messageAuthorRequired, messagePeriodOver } from './message/changes.ts'
import { noReply, wrongStatus } from './replies/reply-changes.ts'

/** When a message can be neither changed nor deleted. */
export const changeProblems = [chats.absent, messageAuthorRequired, messagePeriodOver]

type StatusesOf = Parameters<typeof wrongStatus>

/** What is refused of a message that is no reply, or none with a status that the operation takes. */
export const replyProblems = (when: string, example: StatusesOf) => [
  messages.absent,
  noReply,
  wrongStatus.as({ when, example }),
]
