import type { StoredUser } from '../../platform/identity/user.ts'

/** A user with their picture, which links are signed for when there is one: most have none. */
export const withAvatar = async <U extends Pick<StoredUser, 'avatar'>>(user: U) => {
  const { avatar } = user
  const link = avatar && (await import('./avatar-link.ts')).avatarLink(avatar)
  return { ...user, avatar_file_id: avatar?.file_id ?? null, avatar_url: await link }
}
