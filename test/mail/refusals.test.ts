import { ReceiveMessageCommand } from '@aws-sdk/client-sqs'
import type { SQSEvent } from 'aws-lambda'
import { expect, onTestFinished, test } from 'vitest'
import { deadLettersByKind } from '../../infra/commands/dead-letters.ts'
import { mails, newMail } from '../../src/mail/mail.ts'
import { outgoing } from '../../src/mail/queues.ts'
import type { QueueFunction } from '../../src/platform/events/queue-function.ts'
import { sendToQueues } from '../../src/platform/events/sqs.ts'
import { givenMailFaults } from '../support/given-mail-faults.ts'
import { linesFromNow } from '../support/log-lines.ts'
import type { MailFault } from '../support/mail-service.ts'
import { mailsTo } from '../support/mailbox.ts'
import { signedIn } from '../support/people.ts'
import { lambdaContext, settle, world } from '../support/world.ts'

/** Creates a mail that is not sent yet, with an SES that first fails in these ways. */
const givenMail = async (...faults: MailFault[]) => {
  const { end } = await givenMailFaults(...faults)
  onTestFinished(end)
  const person = await signedIn()
  await settle()
  const at = '2026-03-31T12:00:00Z'
  const { user_id, id } = await mails.create(newMail(person.id, 'password_changed', { at }))
  return { person, message: outgoing.message({ user_id, id }) }
}

/** Receives messages from the mail queue, waiting up to this time, and hides them for one second. */
const receive = async (WaitTimeSeconds = 0) => {
  const { queueUrls, sqs } = world()
  const QueueUrl = queueUrls['mails']
  const command = new ReceiveMessageCommand({ QueueUrl, WaitTimeSeconds, VisibilityTimeout: 1 })
  const { Messages = [] } = await sqs.send(command)
  return Messages.map(({ MessageId, ReceiptHandle, Body }) => ({
    messageId: MessageId,
    receiptHandle: ReceiptHandle,
    body: Body,
  })) as SQSEvent['Records']
}

/** Runs the queue's function on the waiting messages. */
const work = async () => {
  const { handler } = world().consumers.find(({ queue }) => queue === 'mails') as { handler: QueueFunction }
  return handler({ Records: await receive() }, lambdaContext('queue-mails'))
}

test.each<[MailFault, reason: string, refusal: object]>([
  ['rejected', 'MessageRejected', { refusal: 'unverified_identity' }],
  ['denied', 'AccessDeniedException', { refusal: 'permission', action: 'ses:SendEmail' }],
  ['unverified', 'MailFromDomainNotVerifiedException', { refusal: 'unverified_identity' }],
])(
  'A mail with the fault "%s" becomes a dead letter immediately, alarms with its cause, and can be resent',
  async (...fault) => {
    const [kind, reason, refusal] = fault
    const { person, message } = await givenMail(kind)
    const lines = linesFromNow()
    await sendToQueues([message])

    const outcome = await work()
    const dead = await deadLettersByKind({})
    const before = await mailsTo(person.email)
    await deadLettersByKind({ kind: 'mails', again: true })
    await settle()

    expect([outcome, [...dead], before]).toEqual([
      { batchItemFailures: [] },
      [[`mails mails: ${reason}`, 1]],
      [],
    ])
    expect(await mailsTo(person.email)).toHaveLength(1)
    expect(lines).toContainEqual(
      expect.objectContaining({ message: 'message given up', queue: 'mails', reason }),
    )
    expect(lines).toContainEqual(
      expect.objectContaining({ message: 'call refused', client: 'SESv2Client', error: reason, ...refusal }),
    )
    expect(JSON.stringify(lines)).not.toContain('@example.com')
  },
)

test('A mail is retried soon after expired credentials, which are no refusal', async () => {
  const { message } = await givenMail('expired')
  const lines = linesFromNow()
  await sendToQueues([message])

  const { batchItemFailures } = await work()

  expect(batchItemFailures).toHaveLength(1)
  expect(await receive(2)).toHaveLength(1)
  expect(lines.filter((line) => 'refusal' in line)).toEqual([])
  await settle()
})

test('A mail waits longer than the queue’s visibility timeout if SES has no quota left', async () => {
  const { message } = await givenMail('without quota')
  await sendToQueues([message])

  const { batchItemFailures } = await work()

  expect(batchItemFailures).toHaveLength(1)
  expect(await receive(2)).toEqual([])
})
