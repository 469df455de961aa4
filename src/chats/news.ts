import * as z from '../platform/schema/schema.ts'
import type { Message } from '../platform/events/queue.ts'
import type { StoredMessage } from './message.ts'

/** A message that mentions people. */
export const MentionNews = z.object({ chat_id: z.string(), number: z.int() })

export const mentionQueue = 'chat-mentions'

/** What people are to be told of a new message. */
export const newsOf = ({ chat_id, number, role, mentions }: StoredMessage): Message[] =>
  role === 'user' && mentions.length > 0 ? [{ queue: mentionQueue, body: { chat_id, number } }] : []
