import type { Actor } from '../platform/identity/actor.ts'
import { findMember } from '../platform/identity/members.ts'
import type { FilePermission, StoredFile } from './file.ts'

type Owned = Pick<StoredFile, 'owner' | 'grants'>
type Who = Pick<Actor, 'id' | 'role'>

/** Only the owner and administrators may rename, share or delete it. */
export const canManageFile = ({ owner }: Pick<Owned, 'owner'>, actor: Who): boolean =>
  owner.id === actor.id || actor.role === 'admin'

/**
 * Whether what `reader_id` has attached holds by their own right to the file; null is somebody who could write it when
 * they attached it, which holds for good.
 */
export const isHeldBy = (reader_id: string | null | undefined, { owner, grants }: Owned): boolean =>
  !reader_id || owner.id === reader_id || findMember(grants, { id: reader_id }) !== undefined

/** What somebody may do with the bytes of a file; undefined for those without any permission. */
export const permissionOn = (file: Owned, actor: Who): FilePermission | undefined =>
  canManageFile(file, actor) ? 'write' : findMember(file.grants, actor)?.permission
