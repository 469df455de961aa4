import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import * as z from '../platform/schema/schema.ts'
import { entity, keyWithin } from '../platform/table/entity.ts'
import { challenge, problem } from '../platform/runtime/problem.ts'
import { isMakerOver } from '../platform/identity/access-token.ts'
import { getItems } from '../platform/table/batch/batch-get.ts'
import { users, type StoredUser } from '../platform/identity/user.ts'

/** Secret of a person's feed, stored only as a hash. Each person has one; a new secret replaces the old one. */
export const eventFeeds = entity({
  name: 'calendar.feed',
  schema: z.object({
    user_id: z.string(),
    hash: z.string(),
    /** `token_epoch` of the person at creation; the feed ends when the person's value changes. */
    epoch: z.int().default(0),
    /** ID of the access token that created the feed, which ends with the token; null for a session. */
    token_id: z.orNull(z.string()),
    created_at: z.string(),
  }),
  key: keyWithin('user_id', users, () => 'event-feed'),
})

export const feedPath = '/lms/events.ics'

const feedHash = (token: string) => createHash('sha256').update(token).digest('hex')

/** Creates the secret of a feed, which contains the person's ID, and the item that stores its hash. */
export const newFeed = (
  { id: user_id, token_epoch: epoch }: Pick<StoredUser, 'id' | 'token_epoch'>,
  token_id: string | undefined,
) => {
  const whose = Buffer.from(user_id.replaceAll('-', ''), 'hex').toString('base64url')
  const token = `${whose}.${randomBytes(32).toString('base64url')}`
  return {
    token,
    feed: eventFeeds.make({ user_id, hash: feedHash(token), epoch, token_id: token_id ?? null }),
  }
}

const userIdFromToken = (token: string): string | undefined => {
  const whose = /^([\w-]{22})\.[\w-]{43}$/.exec(token)?.[1]
  const hex = whose && Buffer.from(whose, 'base64url').toString('hex')
  return hex?.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

export const feedInvalid = problem('lms.feed_token_invalid', 401, {
  wording: {
    detail: 'The token is unknown or has been revoked.',
    headers: challenge('invalid_token'),
  },
})

/** Returns the user ID in a token. Throws 401 for a malformed token. */
export const feedOwner = (token: string): string => {
  const user_id = userIdFromToken(token)
  if (user_id === undefined) throw feedInvalid()
  return user_id
}

/**
 * Returns the person whose feed the token opens. Throws 401 for a wrong token, and after the end of the account or of
 * the access token that created the feed.
 */
export const requireFeed = async (user_id: string, token: string) => {
  const [feedItem, userItem] = await getItems([eventFeeds.keyOf({ user_id }), users.keyOf({ id: user_id })])
  const user = userItem && users.read(userItem)
  const feed = feedItem && eventFeeds.read(feedItem)
  const isRight = timingSafeEqual(Buffer.from(feed?.hash ?? feedHash('')), Buffer.from(feedHash(token)))
  if (!isRight || !user?.is_active || feed?.epoch !== user.token_epoch) throw feedInvalid()
  if (await isMakerOver(feed)) throw feedInvalid()
  return user
}
