import * as z from '../schema/schema.ts'
import { entity } from '../table/entity.ts'

/** What a sign-in is called among all things. */
export const sessionType = 'session'

/** A sign-in: its token is valid as long as the item exists. Logging out deletes it. */
export const sessions = entity({
  name: 'auth.session',
  schema: z.object({
    id: z.string(),
    user_id: z.string(),
    /** The user's epoch when it began; the session ends when the user's epoch changes. */
    epoch: z.int(),
    expires_at: z.int(),
    /** By what it began, and when: read where it is shown (src/auth/session/sign-in.ts). */
    beginning: z.unknown().optional(),
  }),
  key: ({ user_id, id }: { user_id: string; id: string }) => ({ pk: `user#${user_id}`, sk: `session#${id}` }),
  expires: ({ expires_at }) => expires_at,
})
