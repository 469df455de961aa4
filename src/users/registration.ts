import type * as z from 'zod'
import type { ThingOf } from '../platform/entity.ts'
import type { Changes, IfMatch } from '../platform/writes.ts'
import { transact } from '../platform/table.ts'
import { credentials, emailTaken } from './credentials.ts'
import { hashPassword } from './password.ts'
import { users, type User } from './user.ts'

type StoredUser = ThingOf<typeof users>
type Credentials = ThingOf<typeof credentials>

/** What the credentials repeat of the user, so that signing in reads one item. */
const copiesOf = ({ id, name, role, is_active, epoch }: StoredUser) => ({
  user_id: id,
  name,
  role,
  is_active,
  epoch,
})

/** Makes a user who may sign in with e-mail and password; throws 409 when the e-mail address is taken. */
export const registerUser = async (
  fields: Partial<z.input<typeof User>> & { email: string; name: string; role: StoredUser['role'] },
  password: string,
): Promise<StoredUser> => {
  const user = users.make(fields)
  const entry = { ...copiesOf(user), email: fields.email, password_hash: hashPassword(password), version: 1 }
  await transact([users.toCreate(user), credentials.toCreate(entry, emailTaken())])
  return user
}

/**
 * Changes a user, and the credentials with it. A new password or the end of `is_active` raises the epoch, which ends
 * all sessions. Throws 409 when a new e-mail address is taken, 412 when `ifMatch` names another version.
 */
export const changeUser = async (
  user: StoredUser,
  changes: Changes<StoredUser>,
  { password, ifMatch }: { password?: string | undefined; ifMatch?: IfMatch },
): Promise<StoredUser> => {
  const password_hash = password === undefined ? undefined : hashPassword(password)
  return users.latest(user, async (current) => {
    const endsSessions = password !== undefined || (changes.is_active === false && current.is_active)
    const epoch = current.epoch + (endsSessions ? 1 : 0)
    const update = users.toUpdate(current, { ...changes, epoch }, ifMatch)
    const before = await credentials.get({ email: current.email as string })
    const after: Credentials = {
      ...before,
      ...copiesOf(update.thing),
      email: update.thing.email as string,
      password_hash: password_hash ?? before.password_hash,
    }
    const isMoved = after.email !== before.email
    await transact([
      update,
      ...(isMoved
        ? [credentials.toRemove(before), credentials.toCreate(after, emailTaken())]
        : [credentials.toUpdate(before, after)]),
    ])
    return update.thing
  })
}
