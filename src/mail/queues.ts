import { messageKind, messageWith } from '../platform/events/message-kind.ts'
import * as z from '../platform/schema/schema.ts'

/** What SNS says of a message of SES, as far as it is read here. */
const TopicMessage = z.object({ Type: z.literal('Notification'), Message: z.string() })

/** What SES tells of mail that was sent. */
export const mailEvents = messageKind('mail-events', 'mail-events', TopicMessage)

/** A mail that is to be sent. */
export const outgoing = messageWith('mails', 'mails', { user_id: z.string(), id: z.string() })
