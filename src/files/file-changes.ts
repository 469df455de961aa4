import type { Actor } from '../platform/identity/actor.ts'
import { requireFixed } from '../platform/schema/fields.ts'
import { transact } from '../platform/table/table.ts'
import type { IfMatch } from '../platform/table/changes.ts'
import { findPeople, withPeople } from '../platform/identity/members.ts'
import { files, type FilePermission, type StoredFile } from './file.ts'
import { managedFile } from './file-access.ts'

type Listed = { user_id: string; permission: FilePermission }[]

interface FileChanges {
  name: string | undefined
  grants: Listed | undefined
  content_type: string | undefined
}

/** Renames a file or shares it anew; throws 403 for others than its owner and administrators, 412. */
export const changeFile = async (
  actor: Actor,
  id: string,
  { name, grants: listed, content_type }: FileChanges,
  ifMatch: IfMatch,
): Promise<StoredFile> => {
  const [file, people] = await Promise.all([managedFile(actor, id), findPeople(listed)])
  requireFixed(file, { content_type }, 'it describes what was uploaded; upload a new file instead')
  const grants = listed && withPeople('grants', listed, people)
  return files.update(file, { name, grants }, ifMatch)
}

/** Removes a file: nobody can open it from then on, nor by a token of the editor; its bytes are swept behind it. */
export const removeFile = async (actor: Actor, id: string, ifMatch: IfMatch): Promise<void> => {
  await files.modify(await managedFile(actor, id), (current) =>
    transact([files.toRemoveRead(current, [], ifMatch)]),
  )
}
