import { withoutMember, type Erasure } from '../../platform/identity/erasure.ts'
import { sharedErasure } from '../../platform/sharing/shared-erasure.ts'
import { toRemoveShared } from '../../platform/sharing/shared-writes.ts'
import { removeBatch } from '../../platform/table/batch/batch-write.ts'
import { readAll } from '../../platform/table/list/list.ts'
import { transact } from '../../platform/table/table.ts'
import { attachments } from './attachment-row.ts'
import { sharedFiles } from './share.ts'

const readFileAttachments = (file_id: string) => readAll(attachments.in('ofFile', { file_id }))

/**
 * Returns true if a file is attached to a resource that other people see, now or after it is restored from the trash.
 */
const isAttachedVisibly = async (file_id: string, { isShownToOthers }: Erasure): Promise<boolean> => {
  for (const { type, thing_id } of await readFileAttachments(file_id))
    if (await isShownToOthers(type, thing_id, file_id)) return true
  return false
}

export const fileErasure = sharedErasure(sharedFiles, {
  isOwn: async ({ id, owner, grants }, erasure) =>
    owner.id === erasure.person.id &&
    withoutMember(grants, erasure).length === 0 &&
    !(await isAttachedVisibly(id, erasure)),
  remove: async (file) => {
    await transact(toRemoveShared(sharedFiles, file))
    await removeBatch((await readFileAttachments(file.id)).map(attachments.keyOf))
  },
})
