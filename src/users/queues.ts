import { Cursor, messageWith } from '../platform/events/message-kind.ts'
import * as z from '../platform/schema/schema.ts'

/** A person's email address has changed. */
export const emailChanges = messageWith('users-email-changes', 'notices', {
  user_id: z.string(),
  at: z.string(),
})

/** An address no longer receives mail; administrators are notified. */
export const refusedAddresses = messageWith('users-refused-addresses', 'notices', {
  user_id: z.string(),
  name: z.string(),
  status: z.string(),
  at: z.string(),
  cursor: Cursor,
})
