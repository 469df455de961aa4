import { newId } from '../platform/runtime/id.ts'
import { epochSeconds } from '../platform/runtime/time.ts'
import * as z from '../platform/schema/schema.ts'
import { entity } from '../platform/table/entity.ts'

/** Retention in seconds, longer than the table's stream keeps changes. */
const keptSeconds = 2 * 86_400

/**
 * A failed sign-in, stored only until history has recorded it. `user_id` is null if the email address, which is not
 * stored, or the identity is unknown.
 */
export const signInFailures = entity({
  name: 'users.sign_in_failure',
  schema: z.object({
    id: z.string(),
    user_id: z.string().nullable(),
    method: z.enum(['password', 'oidc']).default('password'),
    provider: z.orNull(z.string()),
    until: z.int(),
  }),
  key: ({ id }: { id: string }) => ({ pk: `sign-in-failure#${id}`, sk: 'failure' }),
  expires: ({ until }) => until,
})

/**
 * Records a wrong password, or a refused sign-in at a `provider`. Takes the same time whether the account exists or
 * not.
 */
export const noteFailure = async (user_id: string | null, provider: string | null = null): Promise<void> => {
  const method = provider === null ? 'password' : 'oidc'
  await signInFailures.create({ id: newId(), user_id, method, provider, until: epochSeconds() + keptSeconds })
}
