import type * as z from '../schema/schema.ts'
import type { Queue } from './queue.ts'
import { worker, type WorkerHandler } from './worker.ts'

/** How long one run lasts before it leaves the rest to the next. */
const runMilliseconds = 30_000

/**
 * A worker that removes what belonged to a deleted thing. `sweep` stops at the time `until`, in milliseconds
 * since 1970, and returns false if something is left: the same message is then sent again.
 */
export const sweeper = <Name extends string, Input, Body extends Input>(
  queue: Queue<Name, z.ZodType<Body, Input>>,
  sweep: (message: Body, until: number) => Promise<boolean>,
): WorkerHandler =>
  worker(queue, { recursive: true }, async (message) => {
    const isDone = await sweep(message, Date.now() + runMilliseconds)
    return isDone ? undefined : queue.message(message)
  })
