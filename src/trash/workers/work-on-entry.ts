import { worker } from '../../platform/events/worker.ts'
import { trashDefinitionOf } from '../../platform/trash/trash-registry.ts'
import { trashEntries } from '../../platform/trash/entry.ts'
import { purgeEntry, purgeWithin } from '../purge.ts'
import { entryWork, type EntryWork } from '../queues.ts'

/** How long one run lasts before it leaves the rest to the next. */
const runMilliseconds = 240_000

/** Does a part of the work, or all; tells whether that was all. */
const work = async ({ id, purge_at }: EntryWork, until: number): Promise<boolean> => {
  const entry = await trashEntries.find({ id })
  if (!entry) return true
  const { state, type } = entry
  if (purge_at !== null) {
    const isOver = state === 'trashed' && entry.purge_at === purge_at && Date.parse(purge_at) <= Date.now()
    if (isOver) await purgeEntry(entry) // which leads to a message of its own
    return true
  }
  const { sweep, follow } = await trashDefinitionOf(type)
  if (state !== 'purging') return (await follow?.(entry, until)) ?? true
  const isGone = (await purgeWithin(id, until)) && (await sweep(entry, until))
  if (isGone) await trashEntries.remove({ id })
  return isGone
}

/** Takes what is below a deleted or restored thing after it, and removes what belongs to one that is gone for good. */
export const workOnEntry = worker(
  entryWork,
  { recursive: true, profile: 'fileworker', timeoutSeconds: 300 },
  async (message) => {
    const isDone = await work(message, Date.now() + runMilliseconds)
    return isDone ? undefined : entryWork.message(message)
  },
)
