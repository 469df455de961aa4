import { newId } from '../platform/runtime/id.ts'
import { epochSeconds } from '../platform/runtime/time.ts'
import * as z from '../platform/schema/schema.ts'
import { entity } from '../platform/table/entity.ts'

/** Longer than the table's stream keeps it. */
const keptSeconds = 2 * 86_400

/**
 * That a password was wrong, for history alone: it is swept as soon as that has been recorded. `user_id` is null where
 * nobody has the e-mail address, which is not kept.
 */
export const signInFailures = entity({
  name: 'users.sign_in_failure',
  schema: z.object({ id: z.string(), user_id: z.string().nullable(), until: z.int() }),
  key: ({ id }: { id: string }) => ({ pk: `sign-in-failure#${id}`, sk: 'failure' }),
  expires: ({ until }) => until,
})

/** Leaves a wrong password to history; takes the same time whether somebody has the e-mail address or not. */
export const noteFailure = async (user_id: string | null): Promise<void> => {
  await signInFailures.create({ id: newId(), user_id, until: epochSeconds() + keptSeconds })
}
