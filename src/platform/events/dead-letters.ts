import { SendMessageCommand } from '@aws-sdk/client-sqs'
import { environment } from '../runtime/environment.ts'
import { log } from '../runtime/log.ts'
import { deadLettersOf, queueNames, type QueueName } from './queues.ts'
import { calling, countMessages } from './sqs.ts'

/** Counting costs a call for each queue (decision 0038). */
export const everyMinutes = 5

/**
 * Logs which queues hold dead letters, every five minutes as long as there are any: one metric for
 * all of them is counted by that line (infra/logs.yml). What cannot be counted is logged too, and counted next time.
 */
export const reportDeadLetters = async (now: Date): Promise<void> => {
  if (now.getUTCMinutes() % everyMinutes !== 0) return
  const report = async (queue: string) => {
    const messages = await countMessages(queue)
    if (messages > 0) log.warn('dead letters', { queue, messages })
  }
  const counted = queueNames.map((name) => {
    const queue = deadLettersOf(name)
    return report(queue).catch((error: unknown) =>
      log.error('counting dead letters failed', error, { queue }),
    )
  })
  await Promise.all(counted)
}

/** Puts a message among the dead letters of its queue as it came, with the reason. Throws 503 when SQS refuses. */
export const sendToDeadLetters = async (
  queue: QueueName,
  MessageBody: string,
  reason: string,
): Promise<void> => {
  const command = new SendMessageCommand({
    QueueUrl: environment.queueUrl(deadLettersOf(queue)),
    MessageBody,
    MessageAttributes: { reason: { DataType: 'String', StringValue: reason } },
  })
  await calling((sqs, options) => sqs.send(command, options))
}
