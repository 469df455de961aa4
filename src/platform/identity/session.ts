import * as z from '../schema/schema.ts'
import { timestamp } from '../schema/fields.ts'
import { entity } from '../table/entity.ts'

/** What a sign-in is called among all things. */
export const sessionType = 'session'

/** By what people sign in. */
export const SignInMethod = z.enum(['password'])

/** A sign-in: its token is valid as long as the item exists. Logging out deletes it. */
export const sessions = entity({
  name: 'auth.session',
  schema: z.object({
    id: z.string(),
    user_id: z.string(),
    /** The user's epoch when it began; the session ends when the user's epoch changes. */
    epoch: z.int(),
    expires_at: z.int(),
    via: SignInMethod.default('password'),
    /** What the client says that it is: any text. */
    user_agent: z.string().nullable().default(null),
    address: z.string().nullable().default(null),
    /** When the person signed in; null in sessions from before it was kept. */
    created_at: timestamp.nullable().default(null),
  }),
  key: ({ user_id, id }: { user_id: string; id: string }) => ({ pk: `user#${user_id}`, sk: `session#${id}` }),
  expires: ({ expires_at }) => expires_at,
  lists: {
    ofUser: {
      partition: ({ user_id }: { user_id: string }) => `user#${user_id}`,
      prefix: 'session#',
      order: 'descending',
    },
  },
})
