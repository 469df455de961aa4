import * as z from '../platform/schema/schema.ts'
import { entity } from '../platform/table/entity.ts'
import { timestamp } from '../platform/schema/fields.ts'

/**
 * A lockout: new network addresses cannot sign in with an email address until a window ends. It is apart from the count
 * of failures, so that not every failure passes through the table's stream. `user_id` is null if the email address is
 * unknown.
 */
export const lockouts = entity({
  name: 'users.lockout',
  schema: z.object({ id: z.string(), until: z.int(), at: timestamp, user_id: z.string().nullable() }),
  key: ({ id, until }: { id: string; until: number }) => ({ pk: `attempts#${id}`, sk: `lockout#${until}` }),
  expires: ({ until }) => until,
})
