import { withoutMember } from '../../platform/identity/erasure.ts'
import { deletePartition, formerPartition } from '../../platform/table/list/partition.ts'
import { transact, writeItem } from '../../platform/table/table.ts'
import type { TrashDefinition } from '../../platform/trash/definition.ts'
import type { StoredEntry } from '../../platform/trash/entry.ts'
import { eraseTrashed } from '../../platform/trash/erasure.ts'
import { loadTrashed, restoredThing } from '../../platform/trash/trashed-things.ts'
import { toTakeOut } from '../../platform/trash/moves.ts'
import { assistantPolicy, presentAssistant } from './access.ts'
import { assistants, assistantType, type StoredAssistant } from './assistant.ts'
import { findRatingCounts, toRemoveRatingCounts } from './rating-counts.ts'
import { shareRows } from './share.ts'

/** Returns the trash entry of an assistant; its rating counts stay in the table. */
export const trashedAssistant = (assistant: StoredAssistant) => ({
  type: assistantType.type,
  id: assistant.id,
  title: assistant.name,
  owner_id: assistant.owner.id,
  item: assistants.itemOf(assistant),
})

const restored = (entry: StoredEntry) => restoredThing(assistants, entry)

/** Trash of assistants; anyone who may share or delete an assistant may restore it. */
export const assistantTrash: TrashDefinition = {
  load: loadTrashed(assistants, (assistant, reader) =>
    assistantPolicy.authorize(assistant, reader)?.permission === 'manage' ? 'purge' : undefined,
  ),
  restore: async (actor, entry) => {
    const assistant = restored(entry)
    const counts = await findRatingCounts(entry.id)
    await transact([
      assistants.toRestore(assistant),
      ...shareRows.toSync(undefined, assistant),
      ...toTakeOut(entry),
    ])
    return presentAssistant(actor, assistant, counts)
  },
  // a deleted assistant has nobody but its owner
  erase: eraseTrashed(assistants, {
    isOwn: ({ owner }, { person }) => owner.id === person.id,
    changesOf: ({ grants }, erasure) => ({ grants: withoutMember(grants, erasure) }),
    ownerOf: ({ owner }) => owner,
  }),
  sweep: async ({ id }, until) => {
    await writeItem(toRemoveRatingCounts(id))
    return deletePartition(formerPartition(assistants.keyOf({ id }).pk), until)
  },
}
