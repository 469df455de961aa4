import { presignDownload } from '../../platform/aws/presigned-request.ts'
import type { Avatar } from '../../platform/identity/user.ts'

/** How long a link may be used at least, in seconds, and how long everybody gets the same one, so browsers keep it. */
const [linkSeconds, sharedSeconds] = [3_600, 1_800]

/** A link to a picture, under a name that says nothing of its file. */
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
