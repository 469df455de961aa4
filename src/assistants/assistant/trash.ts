import { sharedTrash } from '../../platform/sharing/shared-trash.ts'
import { toRestoreShared } from '../../platform/sharing/shared-writes.ts'
import { deletePartition, formerPartition } from '../../platform/table/list/partition.ts'
import { transact, writeItem } from '../../platform/table/table.ts'
import type { TrashDefinition } from '../../platform/trash/definition.ts'
import { restoredThing } from '../../platform/trash/trashed-things.ts'
import { presentAssistant } from './access.ts'
import { assistants } from './assistant.ts'
import { findRatingCounts, toRemoveRatingCounts } from './rating-counts.ts'
import { sharedAssistants } from './share.ts'

/** Trash of assistants; the rating counts of a trashed assistant stay in the table. */
export const assistantTrash: TrashDefinition = {
  // a deleted assistant has nobody but its owner
  ...sharedTrash(sharedAssistants, ({ owner }, { person }) => owner.id === person.id),
  restore: async (actor, entry) => {
    const assistant = restoredThing(assistants, entry)
    const counts = await findRatingCounts(entry.id)
    await transact(toRestoreShared(sharedAssistants, entry, assistant))
    return presentAssistant(actor, assistant, counts)
  },
  sweep: async ({ id }, until) => {
    await writeItem(toRemoveRatingCounts(id))
    return deletePartition(formerPartition(assistants.keyOf({ id }).pk), until)
  },
}
