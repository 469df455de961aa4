import * as z from '../platform/schema/schema.ts'
import { entity } from '../platform/table/entity.ts'
import { timestamp } from '../platform/schema/fields.ts'

/**
 * An e-mail address that new network addresses cannot sign in with until a window ends; kept apart from the count of
 * failures, whose every change would run through the table's stream. `user_id` is null where nobody has the e-mail
 * address.
 */
export const lockouts = entity({
  name: 'users.lockout',
  schema: z.object({ id: z.string(), until: z.int(), at: timestamp, user_id: z.string().nullable() }),
  key: ({ id, until }: { id: string; until: number }) => ({ pk: `attempts#${id}`, sk: `lockout#${until}` }),
  expires: ({ until }) => until,
})
