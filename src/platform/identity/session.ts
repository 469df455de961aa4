import * as z from '../schema/schema.ts'
import { epochSeconds } from '../runtime/time.ts'
import { entity, type ThingOf } from '../table/entity.ts'
import type { StoredUser } from './user.ts'

export const sessionType = 'session'

/** A sign-in session. Its token is valid as long as the item exists; logout deletes it. */
export const sessions = entity({
  name: 'auth.session',
  schema: z.object({
    id: z.string(),
    user_id: z.string(),
    /** The user's epoch when the session began. */
    epoch: z.int(),
    expires_at: z.int(),
    /** Circumstances of the sign-in; parsed only for display (src/auth/session/sign-in.ts). */
    beginning: z.unknown().optional(),
  }),
  key: ({ user_id, id }: { user_id: string; id: string }) => ({ pk: `user#${user_id}`, sk: `session#${id}` }),
  expires: ({ expires_at }) => expires_at,
})

/** Returns true if a session is open: it has not expired, and no new password or deactivation has ended it. */
export const isOpenSession = (
  { id, epoch, expires_at }: ThingOf<typeof sessions>,
  user: Pick<StoredUser, 'epoch' | 'kept_session_id' | 'is_active'>,
): boolean =>
  user.is_active && (epoch === user.epoch || id === user.kept_session_id) && expires_at > epochSeconds()
