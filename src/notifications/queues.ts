import { messageKind } from '../platform/events/message-kind.ts'
import * as z from '../platform/schema/schema.ts'

/** A mail of a notice that is to be sent. */
export const outgoingNotices = messageKind(
  'notice-mails',
  'mails',
  z.object({ user_id: z.string(), id: z.string() }),
)
