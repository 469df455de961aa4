import { ChangeMessageVisibilityBatchCommand, SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs'
import { batchesOf } from '../runtime/batches.ts'
import { environment } from '../runtime/environment.ts'
import { requestHandler, withDeadline } from '../aws/deadline.ts'
import { logger } from '../aws/logger.ts'
import { unavailable } from '../runtime/problem.ts'
import { isDryRun } from '../runtime/request-context.ts'
import type { QueueMessage } from './queue.ts'

let client: SQSClient | undefined

const queues = () =>
  (client ??= new SQSClient({
    maxAttempts: 3,
    logger,
    requestHandler: requestHandler(2_000),
  }))

/** How long a call may take in all its attempts, in milliseconds. */
const callMilliseconds = 6_000

/** Makes one call, with all its attempts. Throws 503. */
const calling = <T>(call: (sqs: SQSClient, options: { abortSignal: AbortSignal }) => Promise<T>) =>
  withDeadline(callMilliseconds, (options) => call(queues(), options)).catch((error: unknown) => {
    throw unavailable(error)
  })

/**
 * JSON in characters that SQS takes: it refuses U+FFFE and U+FFFF, and its emulator also those beyond the first 65 536,
 * such as emoji.
 */
const bodyOf = (body: unknown): string =>
  JSON.stringify(body).replace(
    /[\uD800-\uDFFF\uFFFE\uFFFF]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16)}`,
  )

const sendBatch = async (queue: string, batch: QueueMessage[]) => {
  const Entries = batch.map(({ body, delaySeconds }, n) => ({
    Id: String(n),
    MessageBody: bodyOf(body),
    ...(delaySeconds && { DelaySeconds: delaySeconds }),
  }))
  const command = new SendMessageBatchCommand({ QueueUrl: environment.queueUrl(queue), Entries })
  const { Failed = [] } = await calling((sqs, options) => sqs.send(command, options))
  if (Failed.length > 0)
    throw unavailable(new Error(`SQS refused ${Failed.length} messages: ${Failed[0]?.Code}.`))
}

/** SQS limit of messages in one batch. */
const maxMessages = 10

/**
 * Sends messages, those of different queues side by side. Throws 503 when SQS does not accept one; sending again
 * is safe.
 */
export const sendToQueues = async (messages: QueueMessage[]): Promise<void> => {
  if (isDryRun()) return
  const byQueue = Map.groupBy(messages, ({ queue }) => queue)
  const sending = [...byQueue].map(async ([queue, own]) => {
    for (const batch of batchesOf(own, maxMessages)) await sendBatch(queue, batch)
  })
  await Promise.all(sending)
}

/** Hides messages that a worker is processing for `seconds` from now. Throws 503 when SQS refuses. */
export const extendVisibility = async (
  queue: string,
  receiptHandles: string[],
  seconds: number,
): Promise<void> => {
  const Entries = receiptHandles.map((ReceiptHandle, n) => ({
    Id: String(n),
    ReceiptHandle,
    VisibilityTimeout: seconds,
  }))
  const command = new ChangeMessageVisibilityBatchCommand({ QueueUrl: environment.queueUrl(queue), Entries })
  await calling((sqs, options) => sqs.send(command, options))
}
