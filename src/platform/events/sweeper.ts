import type * as z from '../schema/schema.ts'
import type { MessageKind } from './message-kind.ts'
import { worker, type Worker } from './worker.ts'

/** How long one run lasts before it leaves the rest to the next: others have their turn. */
const runMilliseconds = 30_000

/**
 * A worker that removes what belonged to a deleted thing. `sweep` stops at the time `until`, in milliseconds
 * since 1970, and returns false if something is left: the same message is then sent again.
 */
export const sweeper = <Input, Body extends Input>(
  kind: MessageKind<'sweeps', z.ZodType<Body, Input>>,
  sweep: (message: Body, until: number) => Promise<boolean>,
): Worker =>
  worker(kind, {}, async (message) => {
    const isDone = await sweep(message, Date.now() + runMilliseconds)
    return isDone ? undefined : kind.message(message)
  })
