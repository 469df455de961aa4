import { queue } from '../platform/events/queue.ts'
import * as z from '../platform/schema/schema.ts'

/** A message of a chat. */
const MessageRef = z.object({ chat_id: z.string(), number: z.int() })

/** A reply that is to be written. */
export type ReplyRef = z.output<typeof MessageRef>

export const replies = queue('chat-replies', MessageRef)

/** Messages that mention people. */
export const mentionNews = queue('chat-mentions', MessageRef)

/** Chats that are gone, of which the messages are to be swept. */
export const sweeps = queue('chat-sweeps', z.object({ chat_id: z.string() }))
