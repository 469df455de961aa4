import { messageKind, messageWith } from '../platform/events/message-kind.ts'
import * as z from '../platform/schema/schema.ts'

const MessageRef = z.object({ chat_id: z.string(), number: z.int() })
export type MessageRef = z.output<typeof MessageRef>

export type PendingReply = z.output<typeof MessageRef>

export const replies = messageKind('chat-replies', 'replies', MessageRef)

/** Messages written by people, for notifications. */
export const messageEvents = messageKind('chat-mentions', 'notices', MessageRef)

/** Deleted chats whose messages are to be removed. */
export const sweeps = messageWith('chat-sweeps', 'sweeps', { chat_id: z.string() })
