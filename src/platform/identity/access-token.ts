import { tokenScopes } from './token-scope.ts'
import { users } from './user.ts'
import { timestamp } from '../schema/fields.ts'
import * as z from '../schema/schema.ts'
import { getItems } from '../table/batch/batch-get.ts'
import { entity, keyBelow, type ThingOf } from '../table/entity.ts'

/**
 * An access token of a program that acts as its person. Its key is the person's partition and an ID derived from the
 * token, so it is read together with the person. Only its hash is stored, outside all indexes (decision 0045).
 */
export const accessTokens = entity({
  name: 'auth.access_token',
  schema: z.object({
    id: z.string(),
    user_id: z.string(),
    /** ID of the person who created it: its person, or an administrator for a service account. */
    maker_id: z.string(),
    name: z.string(),
    scopes: z.array(z.enum(tokenScopes)),
    hash: z.string(),
    /** The person's `token_epoch` at its creation; a later change invalidates the token. */
    epoch: z.int(),
    expires_at: timestamp,
    created_at: timestamp,
  }),
  ...keyBelow('user_id', users, 'token', ({ id }: { id: string }) => id),
  detail: ['hash'],
  expires: ({ expires_at }) => Math.floor(Date.parse(expires_at) / 1000),
})

export type StoredAccessToken = ThingOf<typeof accessTokens>

/** Returns true if a token has expired or its person has been deactivated since. */
export const isExpiredToken = (
  { expires_at, epoch }: Omit<StoredAccessToken, 'hash'>,
  token_epoch: number,
): boolean => Date.parse(expires_at) <= Date.now() || epoch !== token_epoch

/** Creator of a resource, and the program's access token that they used; absent for a session. */
export interface Maker {
  user_id: string
  token_id?: string | null | undefined
}

/**
 * Returns true if the access token with which a record was created was deleted or is no longer valid, which also ends
 * the record (decision 0045). Reads token and person in the batch of the current turn.
 */
export const isMakerOver = async ({ user_id, token_id }: Maker): Promise<boolean> => {
  if (token_id === undefined || token_id === null) return false
  const [token, user] = await getItems([
    accessTokens.keyOf({ user_id, id: token_id }),
    users.keyOf({ id: user_id }),
  ])
  return !token || !user || isExpiredToken(accessTokens.read(token), users.read(user).token_epoch)
}
