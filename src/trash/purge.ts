import { transact } from '../platform/table/table.ts'
import { readList } from '../platform/table/list/list.ts'
import { repeatUntil } from '../platform/table/list/partition.ts'
import { trashEntries, type StoredEntry } from '../platform/trash/entry.ts'
import { toLeaveTrash } from '../platform/trash/moves.ts'

/** From now on nobody sees or restores an entry; what belongs to it is removed behind that. */
export const purgeEntry = (first: StoredEntry): Promise<void> =>
  trashEntries.modify(first, async (current) => {
    if (current.state === 'trashed') await transact(toLeaveTrash(current, 'purging'))
  })

/** How many entries are read at a time. */
const atOnce = 100

/** Purges what was in a space or project and was deleted before it. False when `until` came before the end. */
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
