import { Cursor, queue } from '../platform/events/queue.ts'
import * as z from '../platform/schema/schema.ts'

/** An entry of which something is to be done: `purge_at` where its time in the trash may be over. */
const EntryWork = z.object({ id: z.string(), purge_at: z.string().nullable().default(null) })
export type EntryWork = z.output<typeof EntryWork>

/** A deleted thing of which its people are to be told. */
export const deletionNews = queue(
  'trash-news',
  z.object({ id: z.string(), deleted_at: z.string(), cursor: Cursor }),
)

export const entryWork = queue('trash-entries', EntryWork)
