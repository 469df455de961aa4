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
import { userAttributesOf, userFieldsOf, type Attributes } from './attributes.ts'
import { directoryOf } from './directory.ts'
import { leaveGroups } from './groups-left.ts'
import { findKnown, getUser } from './known-users.ts'
import { isInDirectory, userNameOf } from './scim-user.ts'

/** A directory deactivates people without telling all who report to them: that is no reason to refuse those. */
const managerRules = { mayBeInactive: true }

/** Stores attributes, and stores them again without a manager who is not fit to be one. */
const withoutUnfitManager = async (
  attributes: Attributes,
  unkept: Unkept,
  store: (attributes: Attributes) => Promise<StoredUser>,
): Promise<StoredUser> => {
  try {
    return await store(attributes)
  } catch (error) {
    // all other values are checked before
    if (!(error instanceof Problem && error.code === invalidRequest.code)) throw error
    unkept.add(managerPath)
    return store({ ...attributes, manager: null })
  }
}

/** Throws 403 for a change of an administrator's account by a directory that has no say in roles. */
const requireChangeable = (current: StoredUser, changes: Changes<StoredUser>): void => {
  if (environment.scimRoles || current.role !== 'admin') return
  const { email, is_active, role } = changedFields(current, changes)
  if (email !== undefined) throw administratorReserved('emails')
  if (is_active !== undefined || role !== undefined) throw administratorReserved('active')
}

/** Changes a person; throws 403 for an administrator without `SCIM_ROLES`, 409 for a taken name or the last, 412. */
export const storeUser = async (
  current: StoredUser,
  changes: Changes<StoredUser & { manager_id: string | null }>,
  options: Pick<Parameters<typeof toChangeUser>[2], 'ifMatch' | 'password_hash'>,
): Promise<StoredUser> => {
  requireChangeable(current, changes)
  const { thing, operations } = await toChangeUser(current, changes, { ...options, managerRules })
  if (operations.length > 0)
    await transact([...operations, ...toKnow(current.id, directoryOf(current), directoryOf(thing))])
  return thing
}

const register = async (attributes: Attributes): Promise<StoredUser> => {
  const { manager_id, ...fields } = userFieldsOf(attributes)
  const { role = 'user', is_active = true } = fields
  const first = users.make({ ...fields, role, is_active, email_status: 'unconfirmed' })
  const { manager, required } = await findManager(first, manager_id, managerRules)
  const user = { ...first, manager: manager ?? null }
  const made = toRegisterUser({ ...user, email: fields.email }, null, emailTaken())
  await transact([...required, ...made, ...toKnow(user.id, undefined, directoryOf(user))])
  return user
}

/** Takes somebody up again whom the directory had removed: with no right, nor password, of before. */
const takeUp = async (former: StoredUser, attributes: Attributes): Promise<StoredUser> => {
  // where the removal was cut off, or somebody was put into a group at the same time
  await leaveGroups(former)
  const { is_active = true, role = 'user', ...fields } = userFieldsOf(attributes)
  const changes = { ...fields, is_active, role, left_directory_at: null }
  return storeUser(former, changes, { password_hash: null })
}

/** Makes a person, or takes one up again whom the directory had removed; throws 409 where the name is another's. */
export const provision = async (changes: Change[]): Promise<StoredUser> => {
  const unkept: Unkept = new Set()
  const attributes = applyChanges(undefined, changes, unkept)
  const name = attributes.userName.toLowerCase()
  const user = await retryOnConflict(async () => {
    const found = await findKnown([userNameKey(name)], name)
    // whom the directory has never provisioned, it knows by their address
    const known = found.find((user) => user.type === 'person' && userNameOf(user).toLowerCase() === name)
    if (known && isInDirectory(known)) throw notUnique('userName')
    return withoutUnfitManager(attributes, unkept, (fit) => (known ? takeUp(known, fit) : register(fit)))
  })
  logUnkept('User', user.id, unkept)
  return user
}

/** Throws 409 for the address of somebody whom the directory has never provisioned: it is their name. */
const requireFreeName = async (id: string, userName: string): Promise<void> => {
  const name = userName.toLowerCase()
  const [other] = await findKnown([], name)
  if (!other || other.id === id || !isInDirectory(other)) return
  if (userNameOf(other).toLowerCase() === name) throw notUnique('userName')
}

/** Changes somebody; throws 404, 409 for what is another's and for the last administrator, 412. */
export const changeScimUser = async (
  id: string,
  changes: Change[],
  { ifMatch, replaces = false }: { ifMatch: IfMatch; replaces?: boolean },
): Promise<StoredUser> => {
  const unkept: Unkept = new Set()
  const changed = await users.modify(await getUser(id), async (current) => {
    if (!isInDirectory(current)) throw users.absent()
    const before = userAttributesOf(current)
    const after = applyChanges(replaces ? undefined : before, changes, unkept)
    if (after.userName.toLowerCase() !== before.userName.toLowerCase())
      await requireFreeName(current.id, after.userName)
    return withoutUnfitManager(after, unkept, (fit) =>
      storeUser(current, userFieldsOf(fit, current), { ifMatch }),
    )
  })
  logUnkept('User', changed.id, unkept)
  return changed
}
