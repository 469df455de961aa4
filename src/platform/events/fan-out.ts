import type * as z from '../schema/schema.ts'
import type { PageRequest } from '../table/list/list.ts'
import type { MessageKind } from './message-kind.ts'
import { worker, type Worker } from './worker.ts'

/** How many rows one message is about. */
const rowsAtOnce = 200

/**
 * A worker that processes a list of any length, one page per message: `work` reads the page that it is given
 * and returns the cursor of the next one, null at the end. All but the first page wait in the queue of fan-outs, so
 * that what is about few people never waits for what is about many.
 */
export const fanOut = <Input, Body extends Input & { cursor: string | null }>(
  kind: MessageKind<'notices' | 'fan-outs', z.ZodType<Body, Input>>,
  work: (message: Body, page: PageRequest) => Promise<string | null>,
): Worker => ({
  ...worker(kind, {}, async (message) => {
    const cursor = await work(message, { limit: rowsAtOnce, cursor: message.cursor ?? undefined })
    return cursor === null ? undefined : { ...kind.message({ ...message, cursor }), queue: 'fan-outs' }
  }),
  queues: [...new Set([kind.queue, 'fan-outs' as const])],
})
