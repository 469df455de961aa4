import { epochSeconds } from '../platform/runtime/time.ts'
import * as z from '../platform/schema/schema.ts'
import { entity } from '../platform/table/entity.ts'

/** As long as a link would be good. */
const lifetimeSeconds = 3_600

/**
 * That a new password was asked for, under an address that may be nobody's: a worker looks, so that the answer waits
 * for nothing that differs (decision 0054). It goes as soon as that is done.
 */
export const passwordResetRequests = entity({
  name: 'auth.password_reset_request',
  schema: z.object({ id: z.string(), email: z.string(), until: z.int() }),
  key: ({ id }: { id: string }) => ({ pk: `password-reset#${id}`, sk: 'request' }),
  expires: ({ until }) => until,
})

export const newRequest = (email: string) =>
  passwordResetRequests.make({ email, until: epochSeconds() + lifetimeSeconds })
