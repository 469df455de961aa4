import type { Changes, IfMatch } from '../platform/table/changes.ts'
import { problem, type Problem } from '../platform/runtime/problem.ts'
import { ConflictError } from '../platform/table/conflict.ts'
import { transact } from '../platform/table/table.ts'
import { operationKey, type Operation } from '../platform/table/operation.ts'
import { isAdministrator, toKeepAdministrator } from './administrators.ts'
import { credentials, emailTaken } from './credentials.ts'
import type { ThingOf } from '../platform/table/entity.ts'
import { now } from '../platform/runtime/time.ts'
import { toRecordFormerEmail, toRequireUnreserved } from '../mail/former-email.ts'
import { hashPassword } from './password.ts'
import { tokenInvalid } from '../platform/identity/actor.ts'
import { isOpenSession, type sessions } from '../platform/identity/session.ts'
import { toEmailStatus, users, type EmailStatus, type StoredUser } from '../platform/identity/user.ts'
import { findManager, type ManagerRules } from './user/manager.ts'

/** Returns the fields of the user copied to the credentials, so that signing in reads one item. */
const credentialCopies = ({ name, role, is_active, epoch }: StoredUser) => ({ name, role, is_active, epoch })

/** Returns the writes that create a user, whose email address must not be in use. */
export const toRegisterUser = (
  user: StoredUser & { email: string },
  password_hash: string | null,
  otherwise?: Problem,
): Operation[] => {
  const entry = { ...credentialCopies(user), user_id: user.id, email: user.email, password_hash }
  const made = password_hash === null ? { ...user, has_password: false } : user
  return [
    users.toCreate(made),
    credentials.toCreate(entry, otherwise),
    toRequireUnreserved(user.email, user.id, otherwise),
  ]
}

/**
 * Creates a user who may sign in with email and password; without a password, a service account or an invited person.
 * Throws 409 if the email address is taken.
 */
export const registerUser = async (
  fields: Partial<Parameters<typeof users.make>[0]> & {
    email: string
    name: string
    role: StoredUser['role']
  },
  password: string | undefined,
  /** Returns further writes that concern the user. */
  more: (user: StoredUser) => Operation[] = () => [],
): Promise<StoredUser> => {
  const user = users.make({ ...fields, ...(password === undefined && { has_password: false }) })
  const hash = password === undefined ? null : await hashPassword(password)
  const registering = toRegisterUser({ ...user, email: fields.email }, hash, emailTaken())
  await transact([...registering, ...more(user)])
  return user
}

export const erased = problem('users.erased', 409, 'All data about this person has been erased.')

type Touched = Partial<ThingOf<typeof credentials>>

/**
 * Returns the writes that update the credentials. For another email address, they recreate the credentials and notify
 * the owner of the former address.
 */
const toUpdateCredentials = async (
  before: StoredUser,
  after: string | null,
  touched: Touched,
): Promise<Operation[]> => {
  const [from, to] = [{ email: String(before.email) }, { email: String(after) }]
  if (from.email === to.email) return [credentials.toTouch(from, touched)]
  const found = await credentials.find(from)
  if (!found) throw new ConflictError() // the address has changed again since
  const moved = { ...found, ...touched, ...to }
  return [
    credentials.toRemove(from),
    credentials.toCreate(moved, emailTaken()),
    toRequireUnreserved(to.email, before.id, emailTaken()),
    ...toRecordFormerEmail({ ...before, ...from }),
  ]
}

/** Changes of a user; a manager is given by ID. */
type UserChanges = Changes<StoredUser & { manager_id: string | null }>

/** Returns the address fields after these changes; `movedStatus` is the state of a replacing address. */
const emailFields = (
  current: StoredUser,
  { email, email_status }: UserChanges,
  movedStatus: EmailStatus,
): Partial<Pick<StoredUser, 'email_status' | 'is_email_moved'>> => {
  const isMoved = email !== undefined && email !== current.email
  if (isMoved) return { email_status: movedStatus, is_email_moved: movedStatus === 'unconfirmed' }
  const isSame = email_status === undefined || email_status === toEmailStatus(current)
  return isSame ? { email_status: undefined } : { email_status, is_email_moved: false }
}

interface ChangeOptions {
  password?: string | undefined
  ifMatch?: IfMatch
  /** ID of the person making the change. */
  by?: string
  managerRules?: ManagerRules
  /** Session in which the person sets their own password; it stays open. */
  session?: ThingOf<typeof sessions> | undefined
  /** State of a replacing address; `ok` only if a person has confirmed it. */
  movedStatus?: EmailStatus | undefined
  /** True to end all sessions and access tokens. */
  endsAccess?: boolean
}

/** Returns the epochs that end all sessions of a user but one after a new password, or all sessions and tokens. */
const raisedEpochs = (
  { epoch, token_epoch }: StoredUser,
  {
    isEnded,
    isNewPassword,
    session_id,
  }: { isEnded: boolean; isNewPassword: boolean; session_id: string | null },
) => ({
  ...((isNewPassword || isEnded) && { epoch: epoch + 1, kept_session_id: session_id }),
  ...(isEnded && { token_epoch: token_epoch + 1 }),
})

/**
 * Returns the writes that change a user together with the credentials. A new password (null for none) or setting
 * `is_active` to false increments the epoch, which ends all sessions but `session`. A new password notifies the person
 * by email; setting `is_active` to false also ends all access tokens. The owner of a replaced email address is
 * notified there. Throws 409 if a new email address is taken, the last active administrator would be removed, or the
 * person was erased; 412 if `ifMatch` names another version; 401 if `session` has ended in the meantime; 422 for a
 * manager like `findManager`.
 */
export const toChangeUser = async (
  current: StoredUser,
  { manager_id, ...changes }: UserChanges,
  {
    password_hash,
    ifMatch,
    by,
    session,
    managerRules,
    movedStatus = 'unconfirmed',
    endsAccess = false,
  }: Omit<ChangeOptions, 'password'> & { password_hash?: string | null | undefined },
) => {
  if (session && !isOpenSession(session, current)) throw tokenInvalid()
  const has_password = password_hash === undefined ? undefined : password_hash !== null
  const epochs = raisedEpochs(current, {
    isEnded: endsAccess || (changes.is_active === false && current.is_active),
    isNewPassword: password_hash !== undefined,
    session_id: session?.id ?? null,
  })
  const { manager, required } = await findManager(current, manager_id, managerRules)
  const update = users.toUpdate(
    current,
    { ...changes, ...emailFields(current, changes, movedStatus), manager, ...epochs, has_password },
    ifMatch,
  )
  const { thing } = update
  const touched = { ...credentialCopies(thing), ...(password_hash !== undefined && { password_hash }) }
  if (update.isSame && password_hash === undefined) return { thing: current, operations: [] }
  if (current.erased_at !== null) throw erased()
  const isLeaving = isAdministrator(current) && !isAdministrator(thing)
  if (isLeaving) required.push(await toKeepAdministrator(current, by))
  const kept = new Map(required.map((one) => [operationKey(one).pk, one])).values()
  const taken = await toUpdateCredentials(current, thing.email, touched)
  const operations = [update, ...kept, ...taken]
  if (typeof password_hash !== 'string') return { thing, operations }
  const { toMail } = await import('../mail/mail.ts')
  return { thing, operations: [...operations, toMail(current.id, 'password_changed', { at: now() })] }
}

/** Changes a user like `toChangeUser`. */
export const changeUser = async (
  user: StoredUser,
  changes: UserChanges,
  { password, ...options }: ChangeOptions,
): Promise<StoredUser> => {
  const password_hash = password === undefined ? undefined : await hashPassword(password)
  return users.modify(user, async (current) => {
    const { thing, operations } = await toChangeUser(current, changes, { ...options, password_hash })
    if (operations.length > 0) await transact(operations)
    return thing
  })
}
