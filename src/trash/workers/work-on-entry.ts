import { sweeper } from '../../platform/events/sweeper.ts'
import { setOrigin } from '../../platform/runtime/origin.ts'
import { removeBatch } from '../../platform/table/batch/batch-write.ts'
import { trashDefinitionOf } from '../../platform/trash/trash-registry.ts'
import { trashEntries } from '../../platform/trash/entry.ts'
import { purgeEntry, purgeWithin } from '../purge.ts'
import { entryWork, type EntryWork } from '../queues.ts'

/** Does all or a part of the work on an entry; returns true if it is complete. */
const work = async ({ id, purge_at }: EntryWork, until: number): Promise<boolean> => {
  const entry = await trashEntries.find({ id })
  if (!entry) return true
  const { state, type } = entry
  if (purge_at !== null) {
    const isOver = state === 'trashed' && entry.purge_at === purge_at && Date.parse(purge_at) <= Date.now()
    if (isOver) await purgeEntry(entry) // this enqueues a message of its own
    return true
  }
  const { sweep, follow } = await trashDefinitionOf(type)
  if (state !== 'purging') return (await follow?.(entry, until)) ?? true
  if (!(await purgeWithin(id, until))) return false
  // resources deleted with another one are recorded as deleted by the same person
  setOrigin({ actor_id: entry.deleted_by.id, via: 'job' })
  if (!(await sweep(entry, until))) return false
  await removeBatch([trashEntries.keyOf({ id })])
  return true
}

/**
 * Moves the descendants of a deleted or restored resource after it, and deletes everything that belongs to a
 * permanently deleted one.
 */
export const workOnEntry = sweeper(entryWork, work)
