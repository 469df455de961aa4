import type { Changes, IfMatch } from '../platform/table/changes.ts'
import { problem, type Problem } from '../platform/runtime/problem.ts'
import { ConflictError } from '../platform/table/conflict.ts'
import { transact } from '../platform/table/table.ts'
import { keyOf, type Operation } from '../platform/table/operation.ts'
import { isAdministrator, toKeepAdministrator } from './administrators.ts'
import { credentials, emailTaken } from './credentials.ts'
import type { ThingOf } from '../platform/table/entity.ts'
import { now } from '../platform/runtime/time.ts'
import { hashPassword } from './password.ts'
import { tokenInvalid } from '../platform/identity/actor.ts'
import { isOpenSession, type sessions } from '../platform/identity/session.ts'
import { emailStatusOf, users, type StoredUser } from '../platform/identity/user.ts'
import { findManager, type ManagerRules } from './user/manager.ts'

/** What the credentials repeat of the user, so that signing in reads one item. */
const credentialCopies = ({ name, role, is_active, epoch }: StoredUser) => ({ name, role, is_active, epoch })

/** The writes that make a user, whose e-mail address must be nobody's yet. */
export const toRegisterUser = (
  user: StoredUser & { email: string },
  password_hash: string | null,
  otherwise?: Problem,
): Operation[] => {
  const entry = { ...credentialCopies(user), user_id: user.id, email: user.email, password_hash }
  const made = password_hash === null ? { ...user, has_password: false } : user
  return [users.toCreate(made), credentials.toCreate(entry, otherwise)]
}

/**
 * Makes a user who may sign in with e-mail and password, or without one a service account; throws 409 when the e-mail
 * address is taken.
 */
export const registerUser = async (
  fields: Partial<Parameters<typeof users.make>[0]> & {
    email: string
    name: string
    role: StoredUser['role']
  },
  password: string | undefined,
  /** What else is written of the user with it. */
  more: (user: StoredUser) => Operation[] = () => [],
): Promise<StoredUser> => {
  const user = users.make({ ...fields, ...(password === undefined && { has_password: false }) })
  const hash = password === undefined ? null : await hashPassword(password)
  const registering = toRegisterUser({ ...user, email: fields.email }, hash, emailTaken())
  await transact([...registering, ...more(user)])
  return user
}

export const erased = problem(
  'users.erased',
  409,
  'Everything that was known about this person has been erased.',
)

type Touched = Partial<ThingOf<typeof credentials>>

/** The writes that take the credentials along; under another e-mail address they are made again. */
const toUpdateCredentials = async (
  before: string | null,
  after: string | null,
  touched: Touched,
): Promise<Operation[]> => {
  const [from, to] = [{ email: String(before) }, { email: String(after) }]
  if (from.email === to.email) return [credentials.toTouch(from, touched)]
  const found = await credentials.find(from)
  if (!found) throw new ConflictError() // they have yet another address since
  const moved = { ...found, ...touched, ...to }
  return [credentials.toRemove(from), credentials.toCreate(moved, emailTaken())]
}

/** What is changed of a user; a manager is given by their id. */
type UserChanges = Changes<StoredUser & { manager_id: string | null }>

/** Mail is sent to another address again; undefined where nothing changes. */
const changedEmailStatus = (current: StoredUser, { email, email_status }: UserChanges) => {
  const status = email === undefined || email === current.email ? email_status : 'ok'
  return status === emailStatusOf(current) ? undefined : status
}

interface ChangeOptions {
  password?: string | undefined
  ifMatch?: IfMatch
  /** The id of who does it. */
  by?: string
  managerRules?: ManagerRules
  /** The session in which somebody sets their own password, which goes on. */
  session?: ThingOf<typeof sessions> | undefined
}

/** What ends the sessions of a user but one, after a new password, and the end of their tokens too. */
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
 * The writes that change a user, and the credentials with it. A new password (null for none) or the end of `is_active`
 * raises the epoch, which ends all sessions but `session`; of a new password the person is told by mail, the end of
 * `is_active` ends all tokens of programs as well. Throws 409 when a new e-mail address is taken or the last active
 * administrator would go, 412 when `ifMatch` names another version, 409 for somebody who was erased, 401 when `session`
 * has ended meanwhile, 422 for a manager as `findManager`.
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
  }: Omit<ChangeOptions, 'password'> & { password_hash?: string | null | undefined },
) => {
  if (current.erased_at !== null) throw erased()
  if (session && !isOpenSession(session, current)) throw tokenInvalid()
  const has_password = password_hash === undefined ? undefined : password_hash !== null
  const epochs = raisedEpochs(current, {
    isEnded: changes.is_active === false && current.is_active,
    isNewPassword: password_hash !== undefined,
    session_id: session?.id ?? null,
  })
  const email_status = changedEmailStatus(current, changes)
  const { manager, required } = await findManager(current, manager_id, managerRules)
  const update = users.toUpdate(
    current,
    { ...changes, email_status, manager, ...epochs, has_password },
    ifMatch,
  )
  const { thing } = update
  const touched = { ...credentialCopies(thing), ...(password_hash !== undefined && { password_hash }) }
  if (update.isSame && password_hash === undefined) return { thing: current, operations: [] }
  const isLeaving = isAdministrator(current) && !isAdministrator(thing)
  if (isLeaving) required.push(await toKeepAdministrator(current, by))
  const kept = new Map(required.map((one) => [keyOf(one).pk, one])).values()
  const taken = await toUpdateCredentials(current.email, thing.email, touched)
  const operations = [update, ...kept, ...taken]
  if (typeof password_hash !== 'string') return { thing, operations }
  const { toMail } = await import('../mail/mail.ts')
  return { thing, operations: [...operations, toMail(current.id, 'password_changed', { at: now() })] }
}

/** Changes a user as `toChangeUser` says. */
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
