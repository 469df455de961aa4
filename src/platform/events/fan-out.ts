import type * as z from '../schema/schema.ts'
import type { Queue } from './queue.ts'
import { worker, type WorkerHandler } from './worker.ts'

/**
 * A worker that goes through a list, however long, a page with each message: `work` does one page, beginning behind
 * `cursor`, and gives the cursor of the next one, null at the end.
 */
export const fanOut = <Name extends string, Input, Body extends Input & { cursor: string | null }>(
  queue: Queue<Name, z.ZodType<Body, Input>>,
  work: (message: Body) => Promise<string | null>,
): WorkerHandler =>
  worker(queue, { recursive: true }, async (message) => {
    const cursor = await work(message)
    return cursor === null ? undefined : queue.message({ ...message, cursor })
  })
