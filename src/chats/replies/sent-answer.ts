import type { Reader } from '../../platform/resource.ts'
import { presentMessage } from '../message/message-view.ts'
import type { SentMessage } from '../message/sent-message.ts'
import { withVisibleSources } from '../message/visible-sources.ts'

/** Returns the response to a sent message: the message and its pending replies. */
export const presentSentMessage = async (asker: Reader, { message, replies }: SentMessage) => {
  const visible = await withVisibleSources(
    asker,
    replies.map(({ reply }) => reply),
  )
  return {
    message: presentMessage(message, asker),
    replies: visible.map((reply) => presentMessage(reply, asker)),
  }
}

/** Returns true if a client accepts the replies as a stream of server-sent events. */
export const isEventStream = (accept = ''): boolean => /\btext\/event-stream\b/i.test(accept)
