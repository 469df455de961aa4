import { epochSeconds } from '../platform/runtime/time.ts'
import * as z from '../platform/schema/schema.ts'
import { entity } from '../platform/table/entity.ts'

/** Retention in seconds, the same as the lifetime of a link. */
const lifetimeSeconds = 3_600

/**
 * Request for a new password, for an address that may be unknown. A worker checks the address, so that the response
 * time reveals nothing (decision 0054). The request is removed once processed.
 */
export const passwordResetRequests = entity({
  name: 'auth.password_reset_request',
  schema: z.object({ id: z.string(), email: z.string(), until: z.int() }),
  key: ({ id }: { id: string }) => ({ pk: `password-reset#${id}`, sk: 'request' }),
  expires: ({ until }) => until,
})

export const newRequest = (email: string) =>
  passwordResetRequests.make({ email, until: epochSeconds() + lifetimeSeconds })
