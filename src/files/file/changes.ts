import type * as z from '../../platform/schema/schema.ts'
import type { Actor } from '../../platform/identity/actor.ts'
import { requireFixed } from '../../platform/schema/update-fields.ts'
import { transact } from '../../platform/table/table.ts'
import type { Operation } from '../../platform/table/operation.ts'
import type { Changes, IfMatch } from '../../platform/table/changes.ts'
import { updateShared, toRemoveShared, toTrashShared } from '../../platform/sharing/shared-writes.ts'
import { findHolders, withNames } from '../../platform/identity/members.ts'
import { files, type StoredFile } from './file.ts'
import type { FileInput } from './response.ts'
import { managedFile, requireManager } from './access.ts'
import { renamedType } from './content-type.ts'
import { sharedFiles } from './share.ts'
import { withSharings } from './share-change.ts'

type FileChanges = Changes<z.output<typeof FileInput> & Pick<StoredFile, 'content_type'>>

/**
 * Renames a file or changes its grants; throws 403 unless the caller is its owner or an administrator, also after a
 * conflict, and 412.
 */
export const changeFile = async (
  actor: Actor,
  id: string,
  { grants: listed, content_type, ...fields }: FileChanges,
  ifMatch: IfMatch,
): Promise<StoredFile> => {
  const [file, people] = await Promise.all([managedFile(actor, id), findHolders(listed)])
  requireFixed(file, { content_type }, 'it belongs to the uploaded bytes; upload a new file instead')
  const grants = listed && withNames('grants', listed, people, file.grants)
  const changes = { ...fields, grants, content_type: await renamedType(file, fields.name) }
  return files.modify(file, (current) => {
    requireManager(current, actor)
    return updateShared(
      sharedFiles,
      current,
      { ...changes, ...withSharings(actor, current, grants) },
      ifMatch,
    )
  })
}

/**
 * Returns the writes that move a file to the trash; a file that still waits for its bytes is deleted permanently,
 * because nothing could be restored.
 */
export const toRemoveFile = (actor: Actor, current: StoredFile, ifMatch?: IfMatch): Operation[] =>
  current.status === 'ready'
    ? toTrashShared(sharedFiles, actor, current, ifMatch)
    : toRemoveShared(sharedFiles, current, ifMatch)

/** Moves a file to the trash; from that time on nobody can open it, not even with a token of the editor. */
export const removeFile = async (actor: Actor, id: string, ifMatch: IfMatch): Promise<void> => {
  await files.modify(await managedFile(actor, id), (current) => {
    requireManager(current, actor)
    return transact(toRemoveFile(actor, current, ifMatch))
  })
}
