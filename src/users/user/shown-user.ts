import { toEmailStatus, type StoredUser } from '../../platform/identity/user.ts'
import { findManagerId } from './manager.ts'
import { signInMethods } from './sign-in-methods.ts'

type Shown = Pick<StoredUser, 'avatar' | 'manager' | 'type' | 'has_password' | 'identity' | 'email_status'>

/** Returns a user as they see themselves. The code that signs links is loaded on demand: most users have no avatar. */
export const shownUser = async <U extends Shown>(user: U) => {
  const { avatar } = user
  const link = avatar && (await import('./avatar-link.ts')).avatarLink(avatar)
  return {
    ...user,
    email_status: toEmailStatus(user),
    manager_id: findManagerId(user),
    avatar_file_id: avatar?.file_id ?? null,
    avatar_url: await link,
    sign_in: signInMethods(user),
  }
}
