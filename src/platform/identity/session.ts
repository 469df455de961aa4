import * as z from '../schema/schema.ts'
import { epochSeconds } from '../runtime/time.ts'
import { entity, type ThingOf } from '../table/entity.ts'
import type { StoredUser } from './user.ts'

/** What a sign-in is called among all things. */
export const sessionType = 'session'

/** A sign-in: its token is valid as long as the item exists. Logging out deletes it. */
export const sessions = entity({
  name: 'auth.session',
  schema: z.object({
    id: z.string(),
    user_id: z.string(),
    /** The user's epoch when it began. */
    epoch: z.int(),
    expires_at: z.int(),
    /** By what it began, and when: read where it is shown (src/auth/session/sign-in.ts). */
    beginning: z.unknown().optional(),
  }),
  key: ({ user_id, id }: { user_id: string; id: string }) => ({ pk: `user#${user_id}`, sk: `session#${id}` }),
  expires: ({ expires_at }) => expires_at,
})

/** Whether a session goes on: neither its time, nor a new password or a deactivation of its person has ended it. */
export const isOpenSession = (
  { id, epoch, expires_at }: ThingOf<typeof sessions>,
  user: Pick<StoredUser, 'epoch' | 'kept_session_id' | 'is_active'>,
): boolean =>
  user.is_active && (epoch === user.epoch || id === user.kept_session_id) && expires_at > epochSeconds()
