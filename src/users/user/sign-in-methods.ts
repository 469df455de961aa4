import type { StoredUser } from '../../platform/identity/user.ts'

/**
 * Returns the methods by which a user can sign in. `has_password` is stored only if false, since most have a password.
 */
export const signInMethods = ({
  type,
  has_password = type === 'person',
  identity,
}: Pick<StoredUser, 'type' | 'has_password' | 'identity'>) => ({
  password: has_password,
  oidc: identity ? [identity] : [],
})
