import { ReceiveMessageCommand } from '@aws-sdk/client-sqs'
import type { SQSEvent } from 'aws-lambda'
import { expect, onTestFinished, test } from 'vitest'
import { deadLettersByKind } from '../../infra/dead-letters.ts'
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

/** A mail that is still to be sent, by an SES that fails so at first. */
const givenMail = async (...faults: MailFault[]) => {
  const { end } = await givenMailFaults(...faults)
  onTestFinished(end)
  const person = await signedIn()
  await settle()
  const at = '2026-03-31T12:00:00Z'
  const { user_id, id } = await mails.create(newMail(person.id, 'password_changed', { at }))
  return { person, message: outgoing.message({ user_id, id }) }
}

/** Takes what is in the queue of mails, waiting this long for it, and hides it for a second. */
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

/** Has the queue's function work on what is there. */
const work = async () => {
  const { handler } = world().consumers.find(({ queue }) => queue === 'mails') as { handler: QueueFunction }
  return handler({ Records: await receive() }, lambdaContext('queue-mails'))
}

test('A mail that SES rejects is a dead letter at once, with the reason, and can be sent again', async () => {
  const { person, message } = await givenMail('rejected')
  const lines = linesFromNow()
  await sendToQueues([message])

  const outcome = await work()
  const dead = await deadLettersByKind({})
  const before = await mailsTo(person.email)
  await deadLettersByKind({ kind: 'mails', again: true })
  await settle()

  expect([outcome, [...dead], before]).toEqual([
    { batchItemFailures: [] },
    [['mails mails: MessageRejected', 1]],
    [],
  ])
  expect(await mailsTo(person.email)).toHaveLength(1)
  expect(lines).toContainEqual(
    expect.objectContaining({ message: 'message given up', queue: 'mails', reason: 'MessageRejected' }),
  )
  expect(JSON.stringify(lines)).not.toContain('@example.com')
})

test('A mail for which SES has no quota left waits longer than its queue says', async () => {
  const { message } = await givenMail('without quota')
  await sendToQueues([message])

  const { batchItemFailures } = await work()

  expect(batchItemFailures).toHaveLength(1)
  expect(await receive(2)).toEqual([])
})
