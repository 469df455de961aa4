import { tokenScopes } from './token-scope.ts'
import { users } from './user.ts'
import { timestamp } from '../schema/fields.ts'
import * as z from '../schema/schema.ts'
import { getItems } from '../table/batch/batch-get.ts'
import { entity, within, type ThingOf } from '../table/entity.ts'

/**
 * A token of a program, which acts as its person, under them by an id that follows from the token: so it is read beside
 * the person. Only its hash is kept, where no index has it (decision 0045).
 */
export const accessTokens = entity({
  name: 'auth.access_token',
  schema: z.object({
    id: z.string(),
    user_id: z.string(),
    /** Who made it: the person, or of a service account an administrator. */
    maker_id: z.string(),
    name: z.string(),
    scopes: z.array(z.enum(tokenScopes)),
    hash: z.string(),
    /** The person's `token_epoch` when it was made; it ends when that changes. */
    epoch: z.int(),
    expires_at: timestamp,
    created_at: timestamp,
  }),
  ...within('user_id', users, 'token', ({ id }: { id: string }) => id),
  detail: ['hash'],
  expires: ({ expires_at }) => Math.floor(Date.parse(expires_at) / 1000),
})

export type StoredAccessToken = ThingOf<typeof accessTokens>

/** Returns true if a token has expired or its person was deactivated since. */
export const isOver = (
  { expires_at, epoch }: Omit<StoredAccessToken, 'hash'>,
  token_epoch: number,
): boolean => Date.parse(expires_at) <= Date.now() || epoch !== token_epoch

/** The person who made something, and the access token of a program that they used; a session has none. */
export interface Maker {
  user_id: string
  token_id?: string | null | undefined
}

/**
 * Returns true if the access token that made something was deleted or is over, which ends what it made as well
 * (decision 0045). Reads token and person in the batch of the present turn.
 */
export const isMakerOver = async ({ user_id, token_id }: Maker): Promise<boolean> => {
  if (token_id === undefined || token_id === null) return false
  const [token, user] = await getItems([
    accessTokens.keyOf({ user_id, id: token_id }),
    users.keyOf({ id: user_id }),
  ])
  return !token || !user || isOver(accessTokens.read(token), users.read(user).token_epoch)
}
