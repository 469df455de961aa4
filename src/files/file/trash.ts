import { removeObject } from '../../platform/aws/s3.ts'
import { withoutMember } from '../../platform/identity/erasure.ts'
import { purgePartition } from '../../platform/table/list/partition.ts'
import { transact } from '../../platform/table/table.ts'
import type { TrashDefinition } from '../../platform/trash/definition.ts'
import { eraseTrashed } from '../../platform/trash/erasure.ts'
import { loadTrashed, restoredThing, trashedThing } from '../../platform/trash/trashed-things.ts'
import { toTakeOut } from '../../platform/trash/moves.ts'
import { presentWhole } from './attached-to.ts'
import { filePolicy } from './policy.ts'
import { files, fileType, type StoredFile } from './file.ts'
import { objectKey } from './object.ts'
import { shareRows } from './share.ts'
import { removeText } from '../stored-text/text-object.ts'

/** Returns the trash entry of a file; its bytes, its text and its attachments stay where they are. */
export const trashedFile = (file: StoredFile) => ({
  type: fileType.type,
  id: file.id,
  title: file.name,
  owner_id: file.owner.id,
  item: files.itemOf(file),
})

/** People who may manage a file may restore it. */
export const fileTrash: TrashDefinition = {
  load: loadTrashed(files, (file, reader) =>
    filePolicy.authorize(file, reader)?.permission === 'manage' ? 'purge' : undefined,
  ),
  restore: async (actor, entry) => {
    const file = restoredThing(files, entry)
    await transact([files.toRestore(file), ...shareRows.toSync(undefined, file), ...toTakeOut(entry)])
    return presentWhole(actor, file.id, Promise.resolve(file))
  },
  // a deleted file has no user but its owner
  erase: eraseTrashed(files, {
    isOwn: ({ owner }, { person }) => owner.id === person.id,
    changesOf: ({ grants }, erasure) => ({ grants: withoutMember(grants, erasure) }),
    ownerOf: ({ owner }) => owner,
  }),
  sweep: async (entry, until) => {
    const { id, object_id } = trashedThing(files, entry)
    await Promise.all([removeObject(objectKey(id, object_id)), removeText(id, object_id)])
    // removing the version rows removes the former objects (on-change.ts)
    return purgePartition(files.keyOf({ id }).pk, until)
  },
}
