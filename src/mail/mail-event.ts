import { userTag } from '../platform/aws/email.ts'
import * as z from '../platform/schema/schema.ts'

const one = z.array(z.string()).min(1).max(1)

/** The mail, which went to one person. */
const mail = z.object({ destination: one, tags: z.object({ [userTag]: one }) })

/** What SES publishes of a configuration set ("Examples of event data that Amazon SES publishes to Amazon SNS"). */
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

/** What SES says to a topic once, when it is told to publish to it. */
const greeting = 'Successfully validated SNS topic for Amazon SES event publishing.'

const statusAfter = (event: MailEvent): 'bounced' | 'complained' | undefined => {
  if (event.eventType === 'Bounce') return event.bounce.bounceType === 'Permanent' ? 'bounced' : undefined
  // feedback that a mail is no spam comes the same way
  return event.complaint.complaintFeedbackType === 'not-spam' ? undefined : 'complained'
}

const parse = (text: string): MailEvent => {
  try {
    return MailEvent.parse(JSON.parse(text))
  } catch {
    // an error of the parser would quote addresses
    throw new Error('A message of the topic of mail events is none that is known.')
  }
}

/** Which address of whom gets no more mail, after an event; undefined where it goes on. Throws for anything else. */
export const refusalIn = (text: string) => {
  if (text.trim() === greeting) return undefined
  const event = parse(text)
  const status = statusAfter(event)
  const { destination, tags } = event.mail
  return status && { user_id: String(tags[userTag]), email: String(destination), status }
}
