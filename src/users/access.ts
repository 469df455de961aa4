import type { Actor } from '../platform/identity/actor.ts'
import type { Changes } from '../platform/table/changes.ts'
import type { ThingOf } from '../platform/table/entity.ts'
import { environment } from '../platform/runtime/environment.ts'
import { forbidden } from '../platform/runtime/problem.ts'
import type { users } from '../platform/identity/user.ts'

type User = ThingOf<typeof users>

export const canEditUser = (actor: Actor, user: Pick<User, 'id'>): boolean =>
  actor.id === user.id || actor.role === 'admin'

/**
 * The user as this caller may see them: only administrators see the settings of others, and their email
 * addresses if they are hidden.
 */
export const presentUser = <U extends Pick<User, 'id' | 'email' | 'locale' | 'last_login_at'>>(
  actor: Actor,
  user: U,
): U => {
  if (canEditUser(actor, user)) return user
  return { ...user, email: environment.showsEmails ? user.email : null, locale: null, last_login_at: null }
}

/** The fields that only administrators change, and of which `email` is the only one they change of themselves. */
const reservedFields = ['role', 'is_active', 'email'] as const

/** Throws 403 unless the caller may make these changes of the user. */
export const requireEditUser = (
  actor: Actor,
  user: User,
  changes: Changes<Pick<User, (typeof reservedFields)[number]>>,
): void => {
  if (!canEditUser(actor, user))
    throw forbidden('users.not_yours', 'Only administrators may change other users.')
  const reserved = reservedFields.find(
    (field) => changes[field] !== undefined && changes[field] !== user[field],
  )
  if (reserved && actor.role !== 'admin')
    throw forbidden('users.admin_only', `Only administrators may change "${reserved}".`)
  if (reserved && reserved !== 'email' && actor.id === user.id)
    throw forbidden('users.own_standing', `You may not change your own "${reserved}".`)
}
