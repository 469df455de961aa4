import { messageWith } from '../platform/events/message-kind.ts'
import * as z from '../platform/schema/schema.ts'

const StoredObject = z.object({ key: z.string(), size: z.int() })

/** Mails that SES has stored in the bucket, as S3 reports them; S3's first message is a test without records. */
export const receivedMails = messageWith('received-mails', 'mail-events', {
  Records: z.array(z.object({ s3: z.object({ object: StoredObject }) })).default([]),
})
