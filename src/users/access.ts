import type { Actor } from '../platform/identity/actor.ts'
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

export const requireEditUser = (actor: Actor, user: Pick<User, 'id'>): void => {
  if (!canEditUser(actor, user))
    throw forbidden('users.not_yours', 'Only administrators may change other users.')
}
