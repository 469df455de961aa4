import * as z from '../platform/schema/schema.ts'
import type { Message } from '../platform/events/queue.ts'

/** What is to be swept: the pages below a page, those of a space, or what lies with a page that is gone. */
export const Sweep = z.discriminatedUnion('what', [
  z.object({ what: z.literal('below_page'), space_id: z.string(), page_id: z.string() }),
  z.object({ what: z.literal('space'), space_id: z.string() }),
  z.object({ what: z.literal('page'), page_id: z.string() }),
])
export type Sweep = z.output<typeof Sweep>

export const sweepQueue = 'wiki-sweeps'

export const toSweep = (body: Sweep): Message => ({ queue: sweepQueue, body })
