import type * as z from '../../platform/schema/schema.ts'
import type { Actor } from '../../platform/identity/actor.ts'
import { requireFixed } from '../../platform/schema/update-fields.ts'
import { transact, writeItem } from '../../platform/table/table.ts'
import type { Operation } from '../../platform/table/operation.ts'
import type { Changes, IfMatch } from '../../platform/table/changes.ts'
import { toTrash } from '../../platform/trash/moves.ts'
import { findHolders, withNames } from '../../platform/identity/members.ts'
import { files, type StoredFile } from './file.ts'
import type { FileInput } from './response.ts'
import { managedFile } from './access.ts'
import { trashedFile } from './trash.ts'
import { renamedType } from './content-type.ts'
import { shareRows } from './share.ts'
import { withSharings } from './share-change.ts'

type FileChanges = Changes<z.output<typeof FileInput> & Pick<StoredFile, 'content_type'>>

/** Renames a file or shares it again; throws 403 for others than its owner and administrators, 412. */
export const changeFile = async (
  actor: Actor,
  id: string,
  { grants: listed, content_type, ...fields }: FileChanges,
  ifMatch: IfMatch,
): Promise<StoredFile> => {
  const [file, people] = await Promise.all([managedFile(actor, id), findHolders(listed)])
  requireFixed(file, { content_type }, 'it describes what was uploaded; upload a new file instead')
  const grants = listed && withNames('grants', listed, people, file.grants)
  const changes = { ...fields, grants, content_type: await renamedType(file, fields.name) }
  return files.modify(file, async (current) => {
    const update = files.toUpdate(current, { ...changes, ...withSharings(actor, current, grants) }, ifMatch)
    if (update.isSame) return current
    const shares = shareRows.toSync(current, update.thing)
    await (shares.length > 0 ? transact([update, ...shares]) : writeItem(update))
    return update.thing
  })
}

/**
 * The writes that move a file to the trash; one that still waits for its bytes is deleted for good, as nothing of it
 * could be restored.
 */
export const toRemoveFile = (actor: Actor, current: StoredFile, ifMatch?: IfMatch): Operation[] => [
  files.toRemoveRead(current, [], ifMatch),
  ...shareRows.toSync(current, undefined),
  ...(current.status === 'ready' ? toTrash(actor, trashedFile(current)) : []),
]

/** Moves a file to the trash: nobody can open it from then on, nor by a token of the editor. */
export const removeFile = async (actor: Actor, id: string, ifMatch: IfMatch): Promise<void> => {
  await files.modify(await managedFile(actor, id), (current) =>
    transact(toRemoveFile(actor, current, ifMatch)),
  )
}
