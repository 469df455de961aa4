import { historyEntries, type StoredHistoryEntry } from '../platform/history/entry.ts'
import { newestFirst, readList } from '../platform/table/list/list.ts'
import { changedSince } from './refusals.ts'

/**
 * Throws 409 when somebody else has changed a thing, or what belongs to it, since the entry was made: what they have
 * done is not to vanish with it.
 */
export const requireUntouched = async (entry: StoredHistoryEntry): Promise<void> => {
  const { items } = await readList(
    newestFirst(historyEntries.in('ofResource', entry)),
    { limit: 1 },
    ({ id, actor_id, resource_id }) =>
      id > entry.id && actor_id !== null && actor_id !== entry.actor_id && resource_id === entry.object_id,
  )
  if (items.length > 0) throw changedSince()
}
