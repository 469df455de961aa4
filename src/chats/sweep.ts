import * as z from '../platform/schema/schema.ts'
import type { Message } from '../platform/events/queue.ts'

/** A chat that is gone, of which the messages are to be swept. */
export const Sweep = z.object({ chat_id: z.string() })

export const sweepQueue = 'chat-sweeps'

export const toSweep = (chat_id: string): Message => ({ queue: sweepQueue, body: { chat_id } })
