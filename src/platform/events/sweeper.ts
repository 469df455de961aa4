import type * as z from '../schema/schema.ts'
import type { MessageKind } from './message-kind.ts'
import { worker, type Worker } from './worker.ts'

/**
 * Maximum duration of a run in milliseconds before the next message continues, so that other messages get their turn.
 */
const runMilliseconds = 30_000

/**
 * Creates a worker that removes the parts of a deleted record. `sweep` stops at the time `until`, in milliseconds since
 * 1970, and returns false if parts remain; then the same message is sent again.
 */
export const sweeper = <Input, Body extends Input>(
  kind: MessageKind<'sweeps', z.ZodType<Body, Input>>,
  sweep: (message: Body, until: number) => Promise<boolean>,
): Worker =>
  worker(kind, {}, async (message) => {
    const isDone = await sweep(message, Date.now() + runMilliseconds)
    return isDone ? undefined : kind.message(message)
  })
