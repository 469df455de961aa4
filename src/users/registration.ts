import type * as z from '../platform/schema/schema.ts'
import type { ThingOf } from '../platform/table/entity.ts'
import type { Changes, IfMatch } from '../platform/table/changes.ts'
import { transact } from '../platform/table/table.ts'
import type { Operation } from '../platform/table/operation.ts'
import { isAdministrator, toKeepAdministrator } from './administrators.ts'
import { credentials, emailTaken } from './credentials.ts'
import { hashPassword } from './password.ts'
import { users, type User } from '../platform/identity/user.ts'

type StoredUser = ThingOf<typeof users>

/** What the credentials repeat of the user, so that signing in reads one item. */
const credentialCopies = ({ name, role, is_active, epoch }: StoredUser) => ({ name, role, is_active, epoch })

/** Makes a user who may sign in with e-mail and password; throws 409 when the e-mail address is taken. */
export const registerUser = async (
  fields: Partial<z.input<typeof User>> & { email: string; name: string; role: StoredUser['role'] },
  password: string,
): Promise<StoredUser> => {
  const user = users.make(fields)
  const entry = {
    ...credentialCopies(user),
    user_id: user.id,
    email: fields.email,
    password_hash: await hashPassword(password),
  }
  await transact([users.toCreate(user), credentials.toCreate(entry, emailTaken())])
  return user
}

type Touched = Partial<ThingOf<typeof credentials>>

/** The writes that take the credentials along; under another e-mail address they are made anew. */
const toUpdateCredentials = async (
  before: string | null,
  after: string | null,
  touched: Touched,
): Promise<Operation[]> => {
  const [from, to] = [{ email: String(before) }, { email: String(after) }]
  if (from.email === to.email) return [credentials.toTouch(from, touched)]
  const moved = { ...(await credentials.get(from)), ...touched, ...to }
  return [credentials.toRemove(from), credentials.toCreate(moved, emailTaken())]
}

/**
 * Changes a user, and the credentials with it. A new password or the end of `is_active` raises the epoch, which ends
 * all sessions. Throws 409 when a new e-mail address is taken or the last active administrator would go, 412 when
 * `ifMatch` names another version. `by` is the id of who does it.
 */
export const changeUser = async (
  user: StoredUser,
  changes: Changes<StoredUser>,
  { password, ifMatch, by }: { password?: string | undefined; ifMatch?: IfMatch; by?: string },
): Promise<StoredUser> => {
  const password_hash = password === undefined ? undefined : await hashPassword(password)
  return users.modify(user, async (current) => {
    const endsSessions = password !== undefined || (changes.is_active === false && current.is_active)
    const epoch = current.epoch + (endsSessions ? 1 : 0)
    const update = users.toUpdate(current, { ...changes, epoch }, ifMatch)
    if (update.isSame && password === undefined) return current
    const touched = {
      ...credentialCopies(update.thing),
      ...(password_hash !== undefined && { password_hash }),
    }
    const isLeaving = isAdministrator(current) && !isAdministrator(update.thing)
    const kept = isLeaving ? [await toKeepAdministrator(current, by)] : []
    await transact([
      update,
      ...kept,
      ...(await toUpdateCredentials(current.email, update.thing.email, touched)),
    ])
    return update.thing
  })
}
