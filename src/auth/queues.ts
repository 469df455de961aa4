import { messageWith } from '../platform/events/message-kind.ts'
import * as z from '../platform/schema/schema.ts'

/** A program's access token expires in seven days. */
export const expiringTokens = messageWith('auth-expiring-tokens', 'notices', {
  user_id: z.string(),
  id: z.string(),
})

/** A program's access token was created; it may have been deleted since. */
export const newTokens = messageWith('auth-new-tokens', 'notices', {
  user_id: z.string(),
  id: z.string(),
  name: z.string(),
  scopes: z.string(),
  at: z.string(),
})

/** A new password was requested. */
export const resetRequests = messageWith('auth-password-resets', 'mails', { id: z.string() })

/** A person has signed in; their session may already have ended. */
export const signIns = messageWith('auth-sign-ins', 'notices', {
  user_id: z.string(),
  session_id: z.string(),
  address: z.string(),
  user_agent: z.string().nullable(),
  at: z.string(),
})
