import { Cursor, queue } from '../platform/events/queue.ts'
import * as z from '../platform/schema/schema.ts'

/** A revision of which the subscribers of its page are to be told. */
export const revisionNews = queue(
  'wiki-news',
  z.object({ page_id: z.string(), number: z.int(), cursor: Cursor }),
)

/** What is to be swept: the pages below a page, those of a space, or what lies with a page that is gone. */
const Sweep = z.discriminatedUnion('what', [
  z.object({ what: z.literal('below_page'), space_id: z.string(), page_id: z.string() }),
  z.object({ what: z.literal('space'), space_id: z.string() }),
  z.object({ what: z.literal('page'), page_id: z.string() }),
])
export type Sweep = z.output<typeof Sweep>

export const sweeps = queue('wiki-sweeps', Sweep)
