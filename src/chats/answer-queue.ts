import * as z from '../platform/schema/schema.ts'
import type { Message } from '../platform/events/queue.ts'

/** A reply that is to be written. */
export const ReplyRef = z.object({ chat_id: z.string(), number: z.int() })
export type ReplyRef = z.output<typeof ReplyRef>

export const answerQueue = 'chat-replies'

/** Asks for a reply, at once or in so many seconds. */
export const toAnswer = ({ chat_id, number }: ReplyRef, delaySeconds = 0): Message => ({
  queue: answerQueue,
  body: { chat_id, number },
  delaySeconds,
})
