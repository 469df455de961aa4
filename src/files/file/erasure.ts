import {
  ownerAfter,
  onMemberErasure,
  withoutMember,
  type Erasure,
  type KindErasure,
} from '../../platform/identity/erasure.ts'
import { removeBatch } from '../../platform/table/batch/batch-write.ts'
import { readAll } from '../../platform/table/list/list.ts'
import { transact } from '../../platform/table/table.ts'
import { attachments } from './attachment-row.ts'
import { files } from './file.ts'
import { shareRows } from './share.ts'

const readFileAttachments = (file_id: string) => readAll(attachments.in('ofFile', { file_id }))

/**
 * Returns true if a file is attached to a resource that other people see, now or after it is restored from the trash.
 */
const isAttachedVisibly = async (file_id: string, { isShownToOthers }: Erasure): Promise<boolean> => {
  for (const { type, thing_id } of await readFileAttachments(file_id))
    if (await isShownToOthers(type, thing_id, file_id)) return true
  return false
}

export const fileErasure: KindErasure = {
  handlers: [
    onMemberErasure(files, (first, erasure) =>
      files.modify(first, async (current) => {
        const isOwned = current.owner.id === erasure.person.id
        const grants = withoutMember(current.grants, erasure)
        if (isOwned && grants.length === 0 && !(await isAttachedVisibly(current.id, erasure))) {
          await transact([files.toRemoveRead(current, []), ...shareRows.toSync(current, undefined)])
          await removeBatch((await readFileAttachments(current.id)).map(attachments.keyOf))
          return 'removed'
        }
        const update = files.toUpdate(current, { grants, owner: ownerAfter(current.owner, erasure) })
        if (update.isSame) return undefined
        await transact([update, ...shareRows.toSync(current, update.thing)])
        return isOwned ? 'handed_over' : undefined
      }),
    ),
  ],
}
