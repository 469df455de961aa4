import { userTag } from '../platform/aws/email.ts'
import * as z from '../platform/schema/schema.ts'

const one = z.array(z.string()).min(1).max(1)

/** A mail to one recipient. */
const mail = z.object({ destination: one, tags: z.object({ [userTag]: one }) })

/**
 * Events that SES publishes for a configuration set ("Examples of event data that Amazon SES publishes to Amazon SNS").
 */
const MailEvent = z.discriminatedUnion('eventType', [
  z.object({
    eventType: z.literal('Bounce'),
    bounce: z.object({ bounceType: z.enum(['Undetermined', 'Permanent', 'Transient']) }),
    mail,
  }),
  z.object({
    eventType: z.literal('Complaint'),
    complaint: z.object({ complaintFeedbackType: z.orNull(z.string()) }),
    mail,
  }),
])

type MailEvent = z.output<typeof MailEvent>

/** Message that SES publishes to a topic once, when the topic is configured. */
const greeting = 'Successfully validated SNS topic for Amazon SES event publishing.'

const statusAfter = (event: MailEvent): 'bounced' | 'complained' | undefined => {
  if (event.eventType === 'Bounce') return event.bounce.bounceType === 'Permanent' ? 'bounced' : undefined
  // feedback that a mail is not spam has the same event type
  return event.complaint.complaintFeedbackType === 'not-spam' ? undefined : 'complained'
}

const parseMailEvent = (text: string): MailEvent => {
  try {
    return MailEvent.parse(JSON.parse(text))
  } catch {
    // an error of the parser would quote addresses
    throw new Error('The topic of mail events has published an unknown message.')
  }
}

/**
 * Returns the user and the address that must get no more mail after an event; undefined if nothing changes. Throws for
 * an unknown message.
 */
export const parseMailFailure = (text: string) => {
  if (text.trim() === greeting) return undefined
  const event = parseMailEvent(text)
  const status = statusAfter(event)
  const { destination, tags } = event.mail
  return status && { user_id: String(tags[userTag]), email: String(destination), status }
}
