import * as z from '../platform/schema/schema.ts'
import type { Message } from '../platform/events/queue.ts'

/** What is to be swept: the tasks of a project that is gone, or what lies with a task that is gone. */
export const Sweep = z.discriminatedUnion('what', [
  z.object({ what: z.literal('project'), project_id: z.string() }),
  z.object({ what: z.literal('task'), task_id: z.string(), project_id: z.string() }),
])
export type Sweep = z.output<typeof Sweep>

export const sweepQueue = 'task-sweeps'

export const toSweep = (body: Sweep): Message => ({ queue: sweepQueue, body })
