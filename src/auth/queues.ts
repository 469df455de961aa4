import { messageKind } from '../platform/events/message-kind.ts'
import * as z from '../platform/schema/schema.ts'

/** An access token of a program that ends in seven days. */
export const expiringTokens = messageKind(
  'auth-expiring-tokens',
  'notices',
  z.object({ user_id: z.string(), id: z.string() }),
)

/** Somebody has asked for a new password. */
export const resetRequests = messageKind('auth-password-resets', 'mails', z.object({ id: z.string() }))

/** Somebody has signed in, by a session that may have ended already. */
export const signIns = messageKind(
  'auth-sign-ins',
  'notices',
  z.object({
    user_id: z.string(),
    session_id: z.string(),
    address: z.string(),
    user_agent: z.string().nullable(),
    at: z.string(),
  }),
)
