import { Cursor, messageKind, messageWith } from '../platform/events/message-kind.ts'
import * as z from '../platform/schema/schema.ts'

/** An entry that requires work; `purge_at` is set if its time in the trash may be over. */
const EntryWork = z.object({ id: z.string(), purge_at: z.orNull(z.string()) })
export type EntryWork = z.output<typeof EntryWork>

/** A deleted resource about which people are to be notified. */
export const deletionEvents = messageWith('trash-news', 'fan-outs', {
  id: z.string(),
  deleted_at: z.string(),
  cursor: Cursor,
})

export const entryWork = messageKind('trash-entries', 'sweeps', EntryWork)
