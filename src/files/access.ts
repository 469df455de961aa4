import type { Actor } from '../platform/actor.ts'
import { forbidden } from '../platform/problem.ts'
import { files, isAbandoned, type FilePermission, type StoredFile } from './file.ts'

type Owned = Pick<StoredFile, 'owner' | 'grants'>
type Who = Pick<Actor, 'id' | 'role'>

/** Its name and grants are the owner's, and so is its end. */
export const canManageFile = ({ owner }: Pick<Owned, 'owner'>, actor: Who): boolean =>
  owner.id === actor.id || actor.role === 'admin'

/** What somebody may do with the bytes of a file; undefined for strangers. */
export const permissionOn = (file: Owned, actor: Who): FilePermission | undefined =>
  canManageFile(file, actor) ? 'write' : file.grants.find(({ user_id }) => user_id === actor.id)?.permission

/** The file; throws 404 when there is none or the caller may not read it. */
export const requireFile = (actor: Who, file: StoredFile | undefined): StoredFile => {
  if (!file || isAbandoned(file) || !permissionOn(file, actor)) throw files.absent()
  return file
}

/** The file; throws 403 for those who may read it but neither own it nor administer. */
export const requireManagedFile = (actor: Who, file: StoredFile | undefined): StoredFile => {
  const found = requireFile(actor, file)
  if (!canManageFile(found, actor))
    throw forbidden('files.owner_required', 'Only the owner and administrators may change or delete a file.')
  return found
}
