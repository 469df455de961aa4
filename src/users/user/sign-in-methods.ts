import type { StoredUser } from '../../platform/identity/user.ts'

/** By what somebody can sign in; that they have no password is written down, as most have one. */
export const signInMethods = ({
  type,
  has_password = type === 'person',
  identity,
}: Pick<StoredUser, 'type' | 'has_password' | 'identity'>) => ({
  password: has_password,
  oidc: identity ? [identity] : [],
})
