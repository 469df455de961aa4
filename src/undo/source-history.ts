import { historyEntries, type StoredHistoryEntry } from '../platform/history/entry.ts'
import { idFrom } from '../platform/runtime/id.ts'
import { timestamp } from '../platform/schema/fields.ts'
import * as z from '../platform/schema/schema.ts'
import { betweenKeys, readList } from '../platform/table/list/list.ts'

/** The token or job of a person whose changes are to be undone, and the time of the first change. */
export const ChangeSource = z.object({
  user_id: z.string(),
  token_id: z.string().optional(),
  job_id: z.string().optional(),
  since: timestamp.optional(),
})
type ChangeSource = z.output<typeof ChangeSource>

/** Input of a job that undoes changes. */
export const UndoJobInput = ChangeSource.extend({ dry_run: z.boolean() })

/**
 * Returns up to `limit` changes by a token or a job until a time, newest first, from the cursor on, and the next
 * cursor, null after the last change. Reads all changes by the person in that time.
 */
export const findChangesBy = async (
  { user_id, token_id, job_id, since = new Date(0).toISOString() }: ChangeSource,
  until: string,
  { limit, cursor }: { limit: number; cursor: string | null },
): Promise<{ entries: StoredHistoryEntry[]; cursor: string | null }> => {
  const sources = betweenKeys(
    historyEntries.in('ofActor', { actor_id: user_id }),
    idFrom(Date.parse(since)),
    idFrom(Date.parse(until) + 1),
  )
  const entries: StoredHistoryEntry[] = []
  let next = cursor
  do {
    const page = await readList(
      sources,
      { limit: limit - entries.length, cursor: next ?? undefined },
      (entry) => (token_id === undefined ? entry.job_id === job_id : entry.token_id === token_id),
    )
    entries.push(...(page.items as StoredHistoryEntry[]))
    next = page.next_cursor
  } while (next !== null && entries.length < limit)
  return { entries, cursor: next }
}

/**
 * Returns true if history contains the start of a job, and thus earlier changes as well, unless a part of it lags
 * behind.
 */
export const isRecorded = async (type: string, id: string): Promise<boolean> => {
  const sources = historyEntries.in('ofResource', { resource_type: type, resource_id: id })
  return (await readList(sources, { limit: 1 })).items.length > 0
}
