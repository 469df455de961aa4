import { findMember } from '../platform/identity/members.ts'
import { policy } from '../platform/identity/policy.ts'
import { fileType, type StoredFile } from './file/file.ts'

type Owned = Pick<StoredFile, 'id' | 'owner' | 'grants'>

/** Somebody may read or write the bytes of a file, or also rename, share and delete it. */
export const filePolicy = policy({
  type: fileType.type,
  permissions: ['read', 'write', 'manage'],
  owner: ({ owner }: Owned) => owner,
  member: ({ grants }, person) => findMember(grants, person)?.permission,
  roles: { admin: 'manage' },
})

/**
 * Whether what `reader_id` has attached holds by their own right to the file; null is somebody who could write it when
 * they attached it, which holds for good (decision 0029).
 */
export const isHeldBy = (reader_id: string | null | undefined, file: Owned): boolean =>
  !reader_id || filePolicy.allows(file, { id: reader_id, role: 'user' }, 'read')
