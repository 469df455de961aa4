import { messageKind, messageWith } from '../platform/events/message-kind.ts'
import * as z from '../platform/schema/schema.ts'

/** Fields of an SNS message from SES that are read here. */
const TopicMessage = z.object({ Type: z.literal('Notification'), Message: z.string() })

/** Events that SES reports about sent mail. */
export const mailEvents = messageKind('mail-events', 'mail-events', TopicMessage)

export const outgoing = messageWith('mails', 'mails', { user_id: z.string(), id: z.string() })
