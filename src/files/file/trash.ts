import { sharedTrash } from '../../platform/sharing/shared-trash.ts'
import { toRestoreShared } from '../../platform/sharing/shared-writes.ts'
import { purgePartition } from '../../platform/table/list/partition.ts'
import { transact } from '../../platform/table/table.ts'
import type { TrashDefinition } from '../../platform/trash/definition.ts'
import { restoredThing, trashedThing } from '../../platform/trash/trashed-things.ts'
import { presentWhole } from './attached-to.ts'
import { removeObjectWithText } from './contents.ts'
import { files } from './file.ts'
import { sharedFiles } from './share.ts'

/** Trash of files; the bytes, the text and the attachments of a trashed file stay where they are. */
export const fileTrash: TrashDefinition = {
  // a deleted file has no user but its owner
  ...sharedTrash(sharedFiles, ({ owner }, { person }) => owner.id === person.id),
  restore: async (actor, entry) => {
    const file = restoredThing(files, entry)
    await transact(toRestoreShared(sharedFiles, entry, file))
    return presentWhole(actor, file.id, Promise.resolve(file))
  },
  sweep: async (entry, until) => {
    const { id, object_id } = trashedThing(files, entry)
    await removeObjectWithText(id, object_id)
    // removing the version rows removes the former objects (on-change.ts)
    return purgePartition(files.keyOf({ id }).pk, until)
  },
}
