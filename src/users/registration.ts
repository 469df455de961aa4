import type { Changes, IfMatch } from '../platform/table/changes.ts'
import { problem, type Problem } from '../platform/runtime/problem.ts'
import { ConflictError } from '../platform/table/conflict.ts'
import { transact } from '../platform/table/table.ts'
import { keyOf, type Operation } from '../platform/table/operation.ts'
import { isAdministrator, toKeepAdministrator } from './administrators.ts'
import { credentials, emailTaken } from './credentials.ts'
import type { ThingOf } from '../platform/table/entity.ts'
import { now } from '../platform/runtime/time.ts'
import { toLeaveEmail, toRequireUnreserved } from '../mail/former-email.ts'
import { hashPassword } from './password.ts'
import { tokenInvalid } from '../platform/identity/actor.ts'
import { isOpenSession, type sessions } from '../platform/identity/session.ts'
import { emailStatusOf, users, type EmailStatus, type StoredUser } from '../platform/identity/user.ts'
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
  return [
    users.toCreate(made),
    credentials.toCreate(entry, otherwise),
    toRequireUnreserved(user.email, user.id, otherwise),
  ]
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

/** The writes that update the credentials; under another email address they are made again, and its owner notified. */
const toUpdateCredentials = async (
  before: StoredUser,
  after: string | null,
  touched: Touched,
): Promise<Operation[]> => {
  const [from, to] = [{ email: String(before.email) }, { email: String(after) }]
  if (from.email === to.email) return [credentials.toTouch(from, touched)]
  const found = await credentials.find(from)
  if (!found) throw new ConflictError() // they have yet another address since
  const moved = { ...found, ...touched, ...to }
  return [
    credentials.toRemove(from),
    credentials.toCreate(moved, emailTaken()),
    toRequireUnreserved(to.email, before.id, emailTaken()),
    ...toLeaveEmail({ ...before, ...from }),
  ]
}

/** What is changed of a user; a manager is given by their id. */
type UserChanges = Changes<StoredUser & { manager_id: string | null }>

/** The state of the address after these changes; `movedStatus` is that of an address which replaces another one. */
const emailFields = (
  current: StoredUser,
  { email, email_status }: UserChanges,
  movedStatus: EmailStatus,
): Partial<Pick<StoredUser, 'email_status' | 'is_email_moved'>> => {
  const isMoved = email !== undefined && email !== current.email
  if (isMoved) return { email_status: movedStatus, is_email_moved: movedStatus === 'unconfirmed' }
  const isSame = email_status === undefined || email_status === emailStatusOf(current)
  return isSame ? { email_status: undefined } : { email_status, is_email_moved: false }
}

interface ChangeOptions {
  password?: string | undefined
  ifMatch?: IfMatch
  /** The id of who does it. */
  by?: string
  managerRules?: ManagerRules
  /** The session in which somebody sets their own password, which goes on. */
  session?: ThingOf<typeof sessions> | undefined
  /** The state of an address that replaces another one; `ok` only if somebody has confirmed it. */
  movedStatus?: EmailStatus | undefined
  /** True to end all sessions and access tokens. */
  endsAccess?: boolean
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
 * has ended meanwhile, 422 for a manager as `findManager`. The owner of an address that is replaced is notified there.
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
  if (current.erased_at !== null) throw erased()
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
  const isLeaving = isAdministrator(current) && !isAdministrator(thing)
  if (isLeaving) required.push(await toKeepAdministrator(current, by))
  const kept = new Map(required.map((one) => [keyOf(one).pk, one])).values()
  const taken = await toUpdateCredentials(current, thing.email, touched)
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
