import type * as z from '../schema/schema.ts'
import type { PageRequest } from '../table/list/list.ts'
import type { MessageKind } from './message-kind.ts'
import { worker, type Worker } from './worker.ts'

/** Number of rows per message. */
const rowsAtOnce = 200

/**
 * Creates a worker that processes a list of any length, one page per message: `work` reads a page and returns the
 * cursor of the next one, null or nothing at the end. All pages but the first wait in the queue of fan-outs, so that
 * work for few people never waits for work for many.
 */
export const fanOut = <Input, Body extends Input & { cursor: string | null }>(
  kind: MessageKind<'notices' | 'fan-outs', z.ZodType<Body, Input>>,
  work: (message: Body, page: PageRequest) => Promise<string | null | void>,
): Worker => ({
  ...worker(kind, {}, async (message) => {
    const cursor = await work(message, { limit: rowsAtOnce, cursor: message.cursor ?? undefined })
    return typeof cursor === 'string'
      ? { ...kind.message({ ...message, cursor }), queue: 'fan-outs' }
      : undefined
  }),
  queues: [...new Set([kind.queue, 'fan-outs' as const])],
})
