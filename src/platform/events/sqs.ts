import {
  ChangeMessageVisibilityBatchCommand,
  GetQueueAttributesCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs'
import pMap from 'p-map'
import { environment } from '../runtime/environment.ts'
import { requestHandler, withDeadline } from '../aws/deadline.ts'
import { logger } from '../aws/logger.ts'
import { retries } from '../aws/retries.ts'
import { unavailable } from '../runtime/problem.ts'
import { isDryRun } from '../runtime/request-context.ts'
import type { QueueMessage } from './message-kind.ts'
import { deadLetterQueue, type QueueName } from './queues.ts'

let client: SQSClient | undefined

const sqsClient = () =>
  (client ??= new SQSClient({
    ...retries(3),
    logger,
    requestHandler: requestHandler(2_000),
  }))

/** Maximum duration of a call with all its attempts, in milliseconds. */
const callMilliseconds = 6_000

/** Makes one call, with all its attempts. Throws 503 if it fails. */
const calling = <T>(call: (sqs: SQSClient, options: { abortSignal: AbortSignal }) => Promise<T>) =>
  withDeadline(callMilliseconds, (options) => call(sqsClient(), options)).catch((error: unknown) => {
    throw unavailable(error)
  })

/**
 * Returns a message as JSON in characters that SQS accepts: it rejects U+FFFE and U+FFFF, and its emulator also those
 * beyond the first 65,536, such as emoji.
 */
const serializeMessage = ({ kind, body }: QueueMessage): string =>
  JSON.stringify({ kind, body }).replace(
    /[\uD800-\uDFFF\uFFFE\uFFFF]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16)}`,
  )

interface Entry {
  message: QueueMessage
  text: string
}

/** Maximum number of messages in a batch, and of their bytes (SQS limits; it accepts 1 MiB today). */
const maxMessages = 10
const maxBytes = 256 * 1024

const splitEntries = (entries: Entry[]): Entry[][] => {
  const batches: Entry[][] = []
  let bytes = 0
  for (const entry of entries) {
    const size = Buffer.byteLength(entry.text)
    const last = batches.at(-1)
    if (last && last.length < maxMessages && bytes + size <= maxBytes) last.push(entry)
    else batches.push([entry])
    bytes = batches.at(-1) === last ? bytes + size : size
  }
  return batches
}

const sendMessageBatch = async (queue: QueueName, batch: Entry[]) => {
  const Entries = batch.map(({ message: { delaySeconds, person, kind }, text }, n) => ({
    Id: String(n),
    MessageBody: text,
    // if one group fills a queue, SQS delivers the messages of others first (fair queues)
    MessageGroupId: person ?? kind,
    ...(delaySeconds && { DelaySeconds: delaySeconds }),
  }))
  const command = new SendMessageBatchCommand({ QueueUrl: environment.queueUrl(queue), Entries })
  const { Failed = [] } = await calling((sqs, options) => sqs.send(command, options))
  if (Failed.length > 0)
    throw unavailable(new Error(`SQS refused ${Failed.length} messages: ${Failed[0]?.Code}.`))
}

/** Messages that were not sent, or perhaps not, and the reason. */
export interface Unsent {
  messages: QueueMessage[]
  /** A problem with status 503. */
  error: unknown
}

/** Number of batches sent concurrently. */
const concurrency = 16

/**
 * Sends messages in as few batches as possible. Returns those that SQS may not have received; sending them again is
 * safe.
 */
export const trySend = async (messages: QueueMessage[]): Promise<Unsent[]> => {
  const entries = messages.map((message) => ({ message, text: serializeMessage(message) }))
  const batches = [...Map.groupBy(entries, ({ message }) => message.queue)].flatMap(([queue, own]) =>
    splitEntries(own).map((batch) => [queue, batch] as const),
  )
  const unsent = await pMap(
    batches,
    ([queue, batch]) =>
      sendMessageBatch(queue, batch).then(
        () => [],
        (error: unknown) => [{ messages: batch.map(({ message }) => message), error }],
      ),
    { concurrency },
  )
  return unsent.flat()
}

/** Sends messages. Throws 503 if SQS does not accept one; sending again is safe. */
export const sendToQueues = async (messages: QueueMessage[]): Promise<void> => {
  if (isDryRun()) return
  const [first] = await trySend(messages)
  if (first) throw first.error
}

/** Hides messages that a worker is processing for `seconds` from now. Throws 503 if SQS fails. */
export const extendVisibility = async (
  queue: QueueName,
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

/** Sends a message unchanged to the dead-letter queue, with the reason. Throws 503 if SQS fails. */
export const sendToDeadLetters = async (
  queue: QueueName,
  MessageBody: string,
  reason: string,
): Promise<void> => {
  const command = new SendMessageCommand({
    QueueUrl: environment.queueUrl(deadLetterQueue(queue)),
    MessageBody,
    MessageAttributes: { reason: { DataType: 'String', StringValue: reason } },
  })
  await calling((sqs, options) => sqs.send(command, options))
}

/** Returns the approximate number of messages waiting in a queue. Throws 503 if SQS fails. */
export const countMessages = async (queue: string): Promise<number> => {
  const command = new GetQueueAttributesCommand({
    QueueUrl: environment.queueUrl(queue),
    AttributeNames: ['ApproximateNumberOfMessages'],
  })
  const { Attributes } = await calling((sqs, options) => sqs.send(command, options))
  return Number(Attributes?.ApproximateNumberOfMessages ?? 0)
}
