import { messageWith } from '../platform/events/message-kind.ts'
import * as z from '../platform/schema/schema.ts'

const StoredObject = z.object({ key: z.string(), size: z.int() })

/** Mails that SES has put into the bucket, as S3 tells of them; its first message, which is a test, names none. */
export const receivedMails = messageWith('received-mails', 'mail-events', {
  Records: z.array(z.object({ s3: z.object({ object: StoredObject }) })).default([]),
})
