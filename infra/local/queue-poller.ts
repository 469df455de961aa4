import {
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageBatchCommand,
  ReceiveMessageCommand,
  SQSClient,
  type Message,
} from '@aws-sdk/client-sqs'
import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Endpoints } from './emulator-endpoints.ts'
import { localAws } from './variables.ts'

export interface QueuePollerOptions {
  endpoints: Endpoints
  /** The queue. */
  url: string
  /** How many messages one run of the worker gets at the most. */
  batchSize: number
  /** Runs the worker. */
  invoke: (event: SQSEvent) => Promise<SQSBatchResponse | undefined>
  /** How long messages are hidden while the worker runs, renewed in time. */
  visibilitySeconds?: number
  /** Its own when absent. */
  client?: SQSClient
  /** How many runs of the worker go on at once, 1 when absent. */
  atOnce?: number
  /** How long a message that failed stays hidden; when absent, until the visibility timeout is over, as in Lambda. */
  retrySeconds?: number
}

/** What Lambda tells of every message, and our stand-in for SQS not always. */
const noAttributes: SQSRecord['attributes'] = {
  ApproximateReceiveCount: '',
  SentTimestamp: '',
  SenderId: '',
  ApproximateFirstReceiveTimestamp: '',
}

const recordOf = (message: Message, url: string): SQSRecord => ({
  messageId: message.MessageId as string,
  receiptHandle: message.ReceiptHandle as string,
  body: message.Body as string,
  attributes: { ...noAttributes, ...message.Attributes },
  messageAttributes: {},
  md5OfBody: message.MD5OfBody as string,
  eventSource: 'aws:sqs',
  eventSourceARN: `arn:aws:sqs:${localAws.region}:000000000000:${url.split('/').at(-1)}`,
  awsRegion: localAws.region,
})

const entriesOf = (records: SQSRecord[]) =>
  records.map(({ receiptHandle }, index) => ({ Id: String(index), ReceiptHandle: receiptHandle }))

/**
 * Reads a queue as Lambda does: in batches, deletes what succeeded, leaves what the worker reports in
 * `batchItemFailures` (or all, when it throws) to be delivered again and at last to the dead letters.
 */
export const queuePoller = ({
  endpoints,
  url,
  batchSize,
  invoke,
  visibilitySeconds = 60,
  atOnce = 1,
  retrySeconds,
  client = new SQSClient({ ...localAws, endpoint: endpoints.sqs }),
}: QueuePollerOptions) => {
  const hide = async (records: SQSRecord[], VisibilityTimeout: number) => {
    if (records.length === 0) return
    const Entries = entriesOf(records).map((entry) => ({ ...entry, VisibilityTimeout }))
    await client.send(new ChangeMessageVisibilityBatchCommand({ QueueUrl: url, Entries }))
  }

  const failuresOf = async (records: SQSRecord[]): Promise<SQSRecord[]> => {
    const renewal = setInterval(
      () => void hide(records, visibilitySeconds).catch(() => {}),
      visibilitySeconds * 333,
    )
    try {
      const failures = new Set(
        (await invoke({ Records: records }))?.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier),
      )
      return records.filter(({ messageId }) => failures.has(messageId))
    } catch {
      return records
    } finally {
      clearInterval(renewal)
    }
  }

  let working = 0

  /** Takes one batch, waiting up to `waitSeconds` for it. */
  const receive = async (waitSeconds: number, signal?: AbortSignal): Promise<Message[]> => {
    const { Messages = [] } = await client.send(
      new ReceiveMessageCommand({
        QueueUrl: url,
        MaxNumberOfMessages: Math.min(batchSize, 10),
        WaitTimeSeconds: waitSeconds,
        VisibilityTimeout: visibilitySeconds,
        MessageSystemAttributeNames: ['All'],
      }),
      signal && { abortSignal: signal },
    )
    return Messages
  }

  const work = async (Messages: Message[]): Promise<void> => {
    const records = Messages.map((message) => recordOf(message, url))
    const failed = await failuresOf(records)
    const succeeded = records.filter((record) => !failed.includes(record))
    if (succeeded.length > 0)
      await client.send(new DeleteMessageBatchCommand({ QueueUrl: url, Entries: entriesOf(succeeded) }))
    if (retrySeconds !== undefined) await hide(failed, retrySeconds)
  }

  const handle = (messages: Message[]): Promise<void> => {
    working += 1
    return work(messages).finally(() => (working -= 1))
  }

  /** Takes one batch, waiting up to `waitSeconds` for it, and works on it. Gives how many messages it had. */
  const step = async (waitSeconds: number, signal?: AbortSignal): Promise<number> => {
    const messages = await receive(waitSeconds, signal)
    if (messages.length > 0) await handle(messages)
    return messages.length
  }

  /** Follows the queue until the signal. */
  const run = async (signal: AbortSignal, onError: (error: unknown) => void): Promise<void> => {
    const rest = async (error: unknown) => {
      if (signal.aborted) return
      onError(error)
      await sleep(1_000, undefined, { signal }).catch(() => {})
    }
    const open = new Set<Promise<void>>()
    while (!signal.aborted) {
      const messages = await receive(20, signal).catch(rest)
      if (!messages?.length) continue
      const run = handle(messages)
        .catch(rest)
        .finally(() => open.delete(run))
      open.add(run)
      if (open.size >= atOnce) await Promise.race(open)
    }
    await Promise.all(open)
    client.destroy()
  }

  return { step, run, isIdle: () => working === 0 }
}
