import { grantsIn } from '../../platform/identity/members.ts'
import { findPrincipal } from '../../platform/identity/principals.ts'
import { policy } from '../../platform/identity/policy.ts'
import type { SharedKind } from '../../platform/sharing/shared-kind.ts'
import { files, fileType, type StoredFile } from './file.ts'

type Owned = Pick<StoredFile, 'id' | 'owner' | 'grants'>

/** Permissions on a file: read or write its bytes, or also rename, share and delete it. */
export const filePolicy = policy({
  type: fileType.type,
  permissions: ['read', 'write', 'manage'],
  owner: ({ owner }: Owned) => owner,
  listed: ({ grants }, person) => grantsIn(grants, person, ({ permission }) => permission),
  roles: { admin: 'manage' },
})

/** Files as a shared kind. */
export const fileKind: SharedKind<StoredFile> = {
  type: fileType,
  entity: files,
  policy: filePolicy,
  list: 'grants',
  idField: 'file_id',
}

/**
 * Returns true if the person who attached a file currently has this permission without an attachment. Null stands for
 * the owner, whose attachments are always valid (decision 0029).
 */
export const isHeldBy = async (
  reader_id: string | null | undefined,
  file: Owned,
  needed: 'read' | 'write' = 'read',
): Promise<boolean> => {
  if (!reader_id) return true
  if (filePolicy.allows(file, { id: reader_id, role: 'user', groups: [] }, needed)) return true
  const found = await findPrincipal(reader_id)
  return found !== undefined && filePolicy.allows(file, found, needed)
}
