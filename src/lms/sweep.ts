import * as z from '../platform/schema/schema.ts'
import type { Message } from '../platform/events/queue.ts'
import { Text } from './chapter.ts'

/**
 * What is to be swept: all that lies with a course or a category that is gone, the texts that a course had
 * before, or those older than `before` that no course ever came to point to, as the work on it was cut off.
 */
export const Sweep = z.discriminatedUnion('what', [
  z.object({ what: z.literal('course'), course_id: z.string(), author_id: z.string() }),
  z.object({ what: z.literal('category'), category_id: z.string() }),
  z.object({ what: z.literal('orphans'), course_id: z.string(), before: z.string() }),
  z.object({ what: z.literal('texts'), course_id: z.string(), contents: Text }),
])
export type Sweep = z.output<typeof Sweep>

export const sweepQueue = 'lms-sweeps'

export const toSweep = (body: Sweep): Message => ({ queue: sweepQueue, body })
