import { emailTaken } from '../../users/credentials.ts'
import { toChangeUser, toRegisterUser } from '../../users/registration.ts'
import { findManager } from '../../users/user/manager.ts'
import { users, type StoredUser } from '../../platform/identity/user.ts'
import { environment } from '../../platform/runtime/environment.ts'
import { invalidRequest, Problem } from '../../platform/runtime/problem.ts'
import { changedFields, type Changes, type IfMatch } from '../../platform/table/changes.ts'
import { retryOnConflict } from '../../platform/table/conflict.ts'
import { transact } from '../../platform/table/table.ts'
import { toKnow, userNameKey } from '../directory-key.ts'
import type { Change } from '../patch.ts'
import { administratorReserved, notUnique } from '../protocol.ts'
import { logUnkept, type Unkept } from '../unkept.ts'
import { applyChanges, managerPath } from './applied-changes.ts'
import { toUserAttributes, toUserFields, type Attributes } from './attributes.ts'
import { toDirectory } from '../directory.ts'
import { leaveGroups } from './groups-left.ts'
import { findKnown, getUser } from './known-users.ts'
import { isInDirectory, toScimUserName } from './scim-user.ts'

/** Accepts deactivated managers: a directory deactivates people without updating those who report to them. */
const managerRules = { mayBeInactive: true }

/** Stores attributes; without the manager if that person cannot be one. */
const withoutUnfitManager = async (
  attributes: Attributes,
  unkept: Unkept,
  store: (attributes: Attributes) => Promise<StoredUser>,
): Promise<StoredUser> => {
  try {
    return await store(attributes)
  } catch (error) {
    // all other values have been checked before
    if (!(error instanceof Problem && error.code === invalidRequest.code)) throw error
    unkept.add(managerPath)
    return store({ ...attributes, manager: null })
  }
}

/** Throws 403 if a directory that does not manage roles changes an administrator's account. */
const requireChangeable = (current: StoredUser, changes: Changes<StoredUser>): void => {
  if (environment.scimRoles || current.role !== 'admin') return
  const { email, is_active, role } = changedFields(current, changes)
  if (email !== undefined) throw administratorReserved('emails')
  if (is_active !== undefined || role !== undefined) throw administratorReserved('active')
}

/**
 * Changes a person; throws 403 for an administrator without `SCIM_ROLES`, 409 for a taken name or the last
 * administrator, and 412.
 */
export const storeUser = async (
  current: StoredUser,
  changes: Changes<StoredUser & { manager_id: string | null }>,
  options: Pick<Parameters<typeof toChangeUser>[2], 'ifMatch' | 'password_hash'>,
): Promise<StoredUser> => {
  requireChangeable(current, changes)
  const { thing, operations } = await toChangeUser(current, changes, { ...options, managerRules })
  if (operations.length > 0)
    await transact([...operations, ...toKnow(current.id, toDirectory(current), toDirectory(thing))])
  return thing
}

const register = async (attributes: Attributes): Promise<StoredUser> => {
  const { manager_id, ...fields } = toUserFields(attributes)
  const { role = 'user', is_active = true } = fields
  const first = users.make({ ...fields, role, is_active, email_status: 'unconfirmed' })
  const { manager, required } = await findManager(first, manager_id, managerRules)
  const user = { ...first, manager: manager ?? null }
  const made = toRegisterUser({ ...user, email: fields.email }, null, emailTaken())
  await transact([...required, ...made, ...toKnow(user.id, undefined, toDirectory(user))])
  return user
}

/** Reactivates a person whom the directory had removed, without former permissions and password. */
const takeUp = async (former: StoredUser, attributes: Attributes): Promise<StoredUser> => {
  // needed if the removal was interrupted, or a group gained the person at the same time
  await leaveGroups(former)
  const { is_active = true, role = 'user', ...fields } = toUserFields(attributes)
  const changes = { ...fields, is_active, role, left_directory_at: null }
  return storeUser(former, changes, { password_hash: null })
}

/** Creates a person, or reactivates one whom the directory had removed; throws 409 if the name is taken. */
export const provision = async (changes: Change[]): Promise<StoredUser> => {
  const unkept: Unkept = new Set()
  const attributes = applyChanges(undefined, changes, unkept)
  const name = attributes.userName.toLowerCase()
  const user = await retryOnConflict(async () => {
    const found = await findKnown([userNameKey(name)], name)
    // the `userName` of a person whom the directory has not provisioned is their address
    const known = found.find((user) => user.type === 'person' && toScimUserName(user).toLowerCase() === name)
    if (known && isInDirectory(known)) throw notUnique('userName')
    return withoutUnfitManager(attributes, unkept, (fit) => (known ? takeUp(known, fit) : register(fit)))
  })
  logUnkept('User', user.id, unkept)
  return user
}

/**
 * Throws 409 if the name is the address of a person whom the directory has not provisioned, since that is their
 * `userName`.
 */
const requireFreeName = async (id: string, userName: string): Promise<void> => {
  const name = userName.toLowerCase()
  const [other] = await findKnown([], name)
  if (!other || other.id === id || !isInDirectory(other)) return
  if (toScimUserName(other).toLowerCase() === name) throw notUnique('userName')
}

/** Changes a person; throws 404, 409 for a taken name and for the last administrator, and 412. */
export const changeScimUser = async (
  id: string,
  changes: Change[],
  { ifMatch, replaces = false }: { ifMatch: IfMatch; replaces?: boolean },
): Promise<StoredUser> => {
  const unkept: Unkept = new Set()
  const changed = await users.modify(await getUser(id), async (current) => {
    if (!isInDirectory(current)) throw users.absent()
    const before = toUserAttributes(current)
    const after = applyChanges(replaces ? undefined : before, changes, unkept)
    if (after.userName.toLowerCase() !== before.userName.toLowerCase())
      await requireFreeName(current.id, after.userName)
    return withoutUnfitManager(after, unkept, (fit) =>
      storeUser(current, toUserFields(fit, current), { ifMatch }),
    )
  })
  logUnkept('User', changed.id, unkept)
  return changed
}
