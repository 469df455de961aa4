import { transact } from '../platform/table/table.ts'
import { readList } from '../platform/table/list/list.ts'
import { repeatUntil } from '../platform/table/list/partition.ts'
import { trashEntries, type StoredEntry } from '../platform/trash/entry.ts'
import { toLeaveTrash } from '../platform/trash/moves.ts'

/** Makes an entry invisible and impossible to restore; workers then delete everything that belongs to it. */
export const purgeEntry = (first: StoredEntry): Promise<void> =>
  trashEntries.modify(first, async (current) => {
    if (current.state === 'trashed') await transact(toLeaveTrash(current, 'purging'))
  })

/** Number of entries read at a time. */
const atOnce = 100

/**
 * Purges the resources of a space or project that were deleted before it. Returns false if the time `until` passes
 * first.
 */
export const purgeWithin = (container_id: string, until: number): Promise<boolean> => {
  let cursor: string | undefined
  return repeatUntil(until, async () => {
    const source = trashEntries.in('within', { container_id, state: 'trashed' })
    const { items, next_cursor } = await readList(source, { limit: atOnce, cursor })
    const found = await trashEntries.findMany(items)
    for (const entry of found) if (entry) await purgeEntry(entry)
    cursor = next_cursor ?? undefined
    return next_cursor === null
  })
}
