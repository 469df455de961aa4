import { scheduledMessages } from '../platform/events/schedule.ts'
import type { DocumentKey } from '../platform/search/document.ts'
import { hideThing } from '../platform/search/hidden-things.ts'
import { writeBatch } from '../platform/table/batch-write.ts'
import { trashEntries } from '../platform/trash/entry.ts'
import { indexing } from './queues.ts'

/** For so long the words of what was trashed are kept, hidden: mostly it is restored by then, or not at all. */
const keptMilliseconds = 86_400_000

/**
 * Keeps the words of a thing that lies in the trash, hidden, and has them removed a day after it was deleted. False
 * where they are to be removed now.
 */
export const keepWords = async (key: DocumentKey): Promise<boolean> => {
  const entry = await trashEntries.find({ id: key.id })
  if (entry?.state !== 'trashed' || entry.type !== key.type) return false
  const end = Date.parse(entry.deleted_at) + keptMilliseconds
  if (end <= Date.now() || !(await hideThing(key))) return false
  const { queue, body } = indexing.message(key)
  const at = new Date(end).toISOString()
  const row = scheduledMessages.make({ id: `${queue}#${key.type}#${key.id}`, at, queue, body })
  await writeBatch([scheduledMessages.itemOf(row)], [])
  return true
}
