import type * as z from '../schema/schema.ts'
import type { PageRequest } from '../table/list/list.ts'
import type { Queue } from './queue.ts'
import { worker, type WorkerHandler } from './worker.ts'

/** How many rows one message is about. */
const rowsAtOnce = 200

/**
 * A worker that processes a list of any length, one page per message: `work` reads the page that it is given
 * and returns the cursor of the next one, null at the end.
 */
export const fanOut = <Name extends string, Input, Body extends Input & { cursor: string | null }>(
  queue: Queue<Name, z.ZodType<Body, Input>>,
  work: (message: Body, page: PageRequest) => Promise<string | null>,
): WorkerHandler =>
  worker(queue, { recursive: true }, async (message) => {
    const cursor = await work(message, { limit: rowsAtOnce, cursor: message.cursor ?? undefined })
    return cursor === null ? undefined : queue.message({ ...message, cursor })
  })
