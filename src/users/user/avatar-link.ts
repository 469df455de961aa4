import { presignDownload } from '../../platform/aws/presigned-request.ts'
import type { Avatar } from '../../platform/identity/user.ts'

/**
 * Minimum lifetime of a link, and time for which everyone gets the same link so that browsers can cache it, in seconds.
 */
const [linkSeconds, sharedSeconds] = [3_600, 1_800]

/** Creates a link to an avatar, under a name that reveals nothing of its file. */
export const avatarLink = async ({ object_key, content_type }: Avatar): Promise<string> => {
  const shared = sharedSeconds * 1_000
  const { url } = await presignDownload(object_key, {
    name: 'avatar',
    content_type,
    seconds: linkSeconds + sharedSeconds,
    signedAt: new Date(Math.floor(Date.now() / shared) * shared),
  })
  return url
}
