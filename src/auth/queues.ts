import { messageWith } from '../platform/events/message-kind.ts'
import * as z from '../platform/schema/schema.ts'

/** An access token of a program that ends in seven days. */
export const expiringTokens = messageWith('auth-expiring-tokens', 'notices', {
  user_id: z.string(),
  id: z.string(),
})

/** An access token of a program was created; it may have been deleted since. */
export const newTokens = messageWith('auth-new-tokens', 'notices', {
  user_id: z.string(),
  id: z.string(),
  name: z.string(),
  scopes: z.string(),
  at: z.string(),
})

/** Somebody has asked for a new password. */
export const resetRequests = messageWith('auth-password-resets', 'mails', { id: z.string() })

/** Somebody has signed in, by a session that may have ended already. */
export const signIns = messageWith('auth-sign-ins', 'notices', {
  user_id: z.string(),
  session_id: z.string(),
  address: z.string(),
  user_agent: z.string().nullable(),
  at: z.string(),
})
