import * as z from '../platform/schema/schema.ts'
import { entity } from '../platform/table/entity.ts'
import { problem } from '../platform/runtime/problem.ts'

/**
 * Data for signing in, stored under the email address, which is thereby unique. Name, role, state and epoch are copies
 * of the user's, written in the same transactions.
 */
export const credentials = entity({
  name: 'users.credentials',
  isInternal: true,
  schema: z.object({
    email: z.string(),
    user_id: z.string(),
    /** Null for a service account, which has no password. */
    password_hash: z.string().nullable(),
    name: z.string(),
    role: z.enum(['user', 'support_agent', 'admin']),
    is_active: z.boolean(),
    epoch: z.int(),
  }),
  key: ({ email }: { email: string }) => ({ pk: `email#${email}`, sk: 'credentials' }),
  // set without a prior read; the user's version, in the same transaction, keeps their order
  counters: ['name', 'role', 'is_active', 'epoch', 'password_hash'],
})

export const emailTaken = problem(
  'users.email_taken',
  409,
  'The email address belongs to another user, or did within the last 7 days.',
)
