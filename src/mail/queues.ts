import { messageKind } from '../platform/events/message-kind.ts'
import * as z from '../platform/schema/schema.ts'

/** A mail that is to be sent. */
export const outgoing = messageKind('mails', 'mails', z.object({ user_id: z.string(), id: z.string() }))
