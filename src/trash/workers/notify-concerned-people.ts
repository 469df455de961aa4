import { notifyOfDeletion } from '../../notifications/deletion.ts'
import { logOutcome } from '../../notifications/outcome.ts'
import { worker } from '../../platform/events/worker.ts'
import { trashEntries } from '../../platform/trash/entry.ts'
import { trashDefinitionOf } from '../../platform/trash/trash-registry.ts'
import { deletionEvents } from '../queues.ts'

/** Number of rows read for one message to find the people concerned. */
const rowsAtOnce = 200

/** Notifies the people concerned that a resource was deleted, unless it has been restored. */
export const notifyConcernedPeople = worker(deletionEvents, {}, async ({ id, deleted_at, cursor }) => {
  const entry = await trashEntries.find({ id })
  if (entry?.state !== 'trashed' || entry.deleted_at !== deleted_at) return logOutcome({ id }, 'obsolete')
  const { concerned } = await trashDefinitionOf(entry.type)
  const page = { limit: rowsAtOnce, cursor: cursor ?? undefined }
  const found = await (concerned?.(entry, page) ?? { items: [entry.owner_id], next_cursor: null })
  await notifyOfDeletion(found.items, entry)
  return found.next_cursor === null
    ? undefined
    : deletionEvents.message({ id, deleted_at, cursor: found.next_cursor })
})
