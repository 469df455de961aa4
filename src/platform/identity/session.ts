import * as z from '../schema/schema.ts'
import { entity } from '../table/entity.ts'

/** A sign-in that lives: as long as it is there, its token is good. Logging out removes it. */
export const sessions = entity({
  name: 'auth.session',
  schema: z.object({
    id: z.string(),
    user_id: z.string(),
    /** The user's epoch when it began; the session is over when the user's is another. */
    epoch: z.int(),
    expires_at: z.int(),
  }),
  key: ({ user_id, id }: { user_id: string; id: string }) => ({ pk: `user#${user_id}`, sk: `session#${id}` }),
  expires: ({ expires_at }) => expires_at,
})
