import { SendMessageCommand } from '@aws-sdk/client-sqs'
import { world } from './world.ts'

/** Bounce and complaint events of SES without the mail (AWS's own examples). */
export const outcomes = {
  bounced: (email: string, bounceType = 'Permanent') => ({
    eventType: 'Bounce',
    bounce: {
      feedbackId: '01000157c44f053b-61b59c11-9236-11e6-8f96-7be8aexample-000000',
      bounceType,
      bounceSubType: 'General',
      bouncedRecipients: [
        {
          emailAddress: email,
          action: 'failed',
          status: '5.1.1',
          diagnosticCode: 'smtp; 550 5.1.1 user unknown',
        },
      ],
      timestamp: '2026-10-14T05:02:17.309Z',
      reportingMTA: 'dsn; mta.example.com',
    },
  }),
  complained: (email: string, complaintFeedbackType?: string) => ({
    eventType: 'Complaint',
    complaint: {
      arrivalDate: '2026-10-14T05:02:20.000Z',
      complaintSubType: null,
      complainedRecipients: [{ emailAddress: email }],
      feedbackId: '0100015681ee6e4d-8b0b-11e6-example-000000',
      timestamp: '2026-10-14T05:02:16.645Z',
      userAgent: 'Yahoo!-Mail-Feedback/2.0',
      ...(complaintFeedbackType && { complaintFeedbackType }),
    },
  }),
}

/** Returns the mail of an event. */
const mailTo = (user_id: string, email: string) => ({
  timestamp: '2026-10-14T05:02:16.645Z',
  messageId: '7c191be45-e9aedb9a-02f9-4d12-a87d-dd0099a07f8a-000000',
  source: 'no-reply@example.com',
  sourceArn: 'arn:aws:ses:us-east-1:123456789012:identity/example.com',
  sendingAccountId: '123456789012',
  destination: [email],
  headersTruncated: false,
  headers: [
    { name: 'From', value: 'Enterprise platform <no-reply@example.com>' },
    { name: 'To', value: email },
  ],
  commonHeaders: { from: ['no-reply@example.com'], to: [email], subject: 'Your password was changed' },
  tags: {
    'ses:configuration-set': ['enterprise-platform-dev'],
    'ses:source-ip': ['192.0.2.0'],
    'ses:from-domain': ['example.com'],
    user_id: [user_id],
  },
})

/** Sends an SNS message to the queue of mail events, as its subscription does. */
export const publish = async (Message: string): Promise<void> => {
  const { sqs, queueUrls } = world()
  const MessageBody = JSON.stringify({
    Type: 'Notification',
    MessageId: '22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324',
    TopicArn: 'arn:aws:sns:us-east-1:123456789012:enterprise-platform-dev-mail-events',
    Subject: 'Amazon SES Email Event Notification',
    Message,
    Timestamp: '2026-10-14T05:02:17.400Z',
    SignatureVersion: '1',
    Signature: 'EXAMPLEw6JRNwm1LFQL4ICB0bnXrdB8ClRMTQFGBqwLpGbM78tJ4etTwC5zU7O3tS6tGpey3ejedNdOJ+1f=',
    SigningCertURL: 'https://sns.us-east-1.amazonaws.com/SimpleNotificationService-0000.pem',
    UnsubscribeURL: 'https://sns.us-east-1.amazonaws.com/?Action=Unsubscribe',
  })
  await sqs.send(new SendMessageCommand({ QueueUrl: queueUrls['mail-events'], MessageBody }))
}

/** Publishes the outcome of a mail to a person, as SES reports it. */
export const publishOutcome = (outcome: object, { id, email }: { id: string; email: string }) =>
  publish(JSON.stringify({ ...outcome, mail: mailTo(id, email) }))
