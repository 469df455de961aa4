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
