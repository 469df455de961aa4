import { chats } from './chat/chat.ts'
import { messages } from './message/message.ts'
import { authorRequired, changePeriodOver } from './message/changes.ts'
import { noReply, wrongStatus } from './replies/reply-changes.ts'

/** When a message can be neither changed nor deleted. */
export const changeProblems = [chats.absent, authorRequired, changePeriodOver]

type StatusesOf = Parameters<typeof wrongStatus>

/** What is refused of a message that is no reply, or none with a status that the operation takes. */
export const replyProblems = (when: string, example: StatusesOf) => [
  messages.absent,
  noReply,
  wrongStatus.as({ when, example }),
]
