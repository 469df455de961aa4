import { messageKind, messageWith } from '../platform/events/message-kind.ts'
import * as z from '../platform/schema/schema.ts'

/** A message of a chat. */
const MessageRef = z.object({ chat_id: z.string(), number: z.int() })
export type MessageRef = z.output<typeof MessageRef>

/** A reply that is to be written. */
export type PendingReply = z.output<typeof MessageRef>

export const replies = messageKind('chat-replies', 'replies', MessageRef)

/** Messages that people have written. */
export const mentionNews = messageKind('chat-mentions', 'notices', MessageRef)

/** Chats that are gone, whose messages are to be swept. */
export const sweeps = messageWith('chat-sweeps', 'sweeps', { chat_id: z.string() })
