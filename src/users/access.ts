import { problemDocs } from '#docs'
import type { Actor, Role } from '../platform/identity/actor.ts'
import type { SummaryOf, ThingOf } from '../platform/table/entity.ts'
import { sessionRequired } from '../platform/http/request/authentication.ts'
import { environment } from '../platform/runtime/environment.ts'
import { invalid, problem } from '../platform/runtime/problem.ts'
import { toEmailStatus, type users } from '../platform/identity/user.ts'
import { findManagerId } from './user/manager.ts'
import { shownUser } from './user/shown-user.ts'

type User = ThingOf<typeof users>

export const canEditUser = (actor: Actor, user: Pick<User, 'id'>): boolean =>
  actor.id === user.id || actor.role === 'admin'

/** Returns the user's ID in a directory; rows of lists do not contain it. */
const directoryId = ({ directory }: { directory?: unknown }): string | null =>
  (directory as { external_id: string | null } | null | undefined)?.external_id ?? null

/** Fields hidden from colleagues. */
const hiddenFields = {
  avatar_file_id: null,
  email_status: null,
  locale: null,
  last_login_at: null,
  sign_in: null,
}

/**
 * Returns the user as the caller may see them: only administrators see other people's settings, and their email
 * addresses if the deployment hides these.
 */
export const presentUser = async (actor: Actor, user: SummaryOf<User>) => {
  const shown = await shownUser(user)
  if (actor.role === 'admin') return { ...shown, external_id: directoryId(user) }
  if (canEditUser(actor, user)) return shown
  const email = environment.showsEmails ? user.email : null
  return { ...shown, email, ...hiddenFields }
}

/** Fields that only administrators may change, and fields that they may not change for themselves. */
export const reservedFields = ['role', 'is_active', 'email', 'email_status', 'manager_id'] as const
const standingFields: readonly string[] = ['role', 'is_active']

export const notYours = problem('users.not_yours', 403, 'Only administrators may change other users.')

export const reservedField = problem('users.admin_only', 403, {
  wording: (field: string) => `Only administrators may change "${field}".`,
  docs: problemDocs({ meaning: 'Only administrators may change one of the fields.', example: ['role'] }),
})

export const ownStanding = problem('users.own_standing', 403, {
  wording: (field: string) => `You must not change your own "${field}".`,
  docs: problemDocs({
    meaning: 'Callers must not change their own `role` or `is_active`.',
    example: ['role'],
  }),
})

type UserEdit = Partial<Record<(typeof reservedFields)[number], unknown>>

/** Fields that grant access to an account or decide its permissions. */
const accountFields: readonly string[] = ['role', 'is_active', 'email', 'email_status']

/**
 * Throws 403 for a call outside a session that concerns an administrator: no token creates, invites, changes or ends
 * one, since anyone holding the token would gain every permission (decision 0060).
 */
export const requireSessionForAdministrator = (sessionId: string, ...roles: (Role | undefined)[]): void => {
  if (sessionId === '' && roles.includes('admin')) throw sessionRequired()
}

/** Returns true if these changes confirm the email address of the user. */
export const confirmsEmail = (user: User, { email, email_status }: UserEdit): boolean =>
  toEmailStatus(user) === 'unconfirmed' &&
  email_status === 'ok' &&
  [undefined, user.email].includes(email as string)

/** Throws 403 unless the caller may make these changes to the user; `sessionId` is empty outside a session. */
export const requireEditUser = (actor: Actor, user: User, changes: UserEdit, sessionId: string): void => {
  if (!canEditUser(actor, user)) throw notYours()
  const present = { ...user, manager_id: findManagerId(user), email_status: toEmailStatus(user) }
  const isConfirmation = confirmsEmail(user, changes)
  const reserved = reservedFields.filter(
    (field) => changes[field] !== undefined && changes[field] !== present[field],
  )
  const refused = reserved.find((field) => field !== 'email_status' || !isConfirmation)
  if (refused && actor.role !== 'admin') throw reservedField(refused)
  if (![undefined, 'ok', present.email_status].includes(changes.email_status as string | undefined))
    throw invalid('email_status', 'can only be set to ok')
  if (changes.email === null && user.email !== null) throw invalid('email', 'must not be null')
  const standing = actor.id === user.id && reserved.find((field) => standingFields.includes(field))
  if (standing) throw ownStanding(standing)
  if (reserved.some((field) => accountFields.includes(field)))
    requireSessionForAdministrator(sessionId, user.role, changes.role as Role | undefined)
  if (isConfirmation && sessionId === '') throw sessionRequired()
}
