import { grantsIn } from '../platform/identity/members.ts'
import { findPrincipal } from '../platform/identity/principals.ts'
import { policy } from '../platform/identity/policy.ts'
import { fileType, type StoredFile } from './file/file.ts'

type Owned = Pick<StoredFile, 'id' | 'owner' | 'grants'>

/** Somebody may read or write the bytes of a file, or also rename, share and delete it. */
export const filePolicy = policy({
  type: fileType.type,
  permissions: ['read', 'write', 'manage'],
  owner: ({ owner }: Owned) => owner,
  listed: ({ grants }, person) => grantsIn(grants, person, ({ permission }) => permission),
  roles: { admin: 'manage' },
})

/**
 * Whether what `reader_id` has attached holds by their own right to the file; null is somebody who could write it when
 * they attached it, which holds for good (decision 0029).
 */
export const isHeldBy = async (reader_id: string | null | undefined, file: Owned): Promise<boolean> => {
  if (!reader_id) return true
  const reader = { id: reader_id, role: 'user', groups: [] } as const
  if (filePolicy.allows(file, reader, 'read')) return true
  if (file.grants.every(({ group_id }) => group_id === null)) return false
  const found = await findPrincipal(reader_id)
  return found !== undefined && filePolicy.allows(file, { ...reader, groups: found.groups }, 'read')
}
