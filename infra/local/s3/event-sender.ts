import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { localAws } from '../settings/variables.ts'
import type { Store } from './store.ts'
import type { PendingEvent } from './stored.ts'

/** Delay before a failed message is retried, in milliseconds. */
const retryMilliseconds = 1_000

/** Time limit for a message, in milliseconds: the client that uploads the object waits for it. */
const sendMilliseconds = 1_000

/** Time limit for a test message, in milliseconds: its sender waits for success, and a busy machine is slow. */
const patientMilliseconds = 60_000

const isLate = (error: unknown) => error instanceof Error && error.name === 'TimeoutError'

const isQueueGone = (error: unknown) => error instanceof Error && error.name === 'QueueDoesNotExist'

const createSqsClient = (endpoint: string) =>
  new SQSClient({
    ...localAws,
    endpoint,
    maxAttempts: 1,
    requestHandler: { requestTimeout: sendMilliseconds, throwOnRequestTimeout: true },
  })

/** Sends single messages to the queues of `sqs`. */
const messageSender = (sqs: Promise<string> | undefined) => {
  let client: Promise<SQSClient> | undefined

  /** Sends a message to the queue of an ARN; throws if there is no such queue. */
  const deliver = async (queue: string, MessageBody: string): Promise<void> => {
    if (!sqs) throw new Error('The stand-in for S3 was started without queues.')
    const QueueUrl = `${await sqs}/000000000000/${queue.split(':').at(-1)}`
    client ??= sqs.then(createSqsClient)
    await (await client).send(new SendMessageCommand({ QueueUrl, MessageBody }))
  }

  /** Sends a message, and retries while the queue does not answer in time. */
  const deliverPatiently = async (queue: string, body: string, until = Date.now() + patientMilliseconds) => {
    try {
      await deliver(queue, body)
    } catch (error) {
      if (!isLate(error) || Date.now() > until) throw error
      await deliverPatiently(queue, body, until)
    }
  }

  return { deliver, deliverPatiently, stop: async () => (await client)?.destroy() }
}

/**
 * Sends events to the queues of `sqs`. The store keeps its events until they are sent: they survive the end of the
 * process and a queue that does not answer.
 */
export const eventSender = (store: Store, sqs: Promise<string> | undefined) => {
  const messages = messageSender(sqs)
  let retry: NodeJS.Timeout | undefined
  const sending = new Set<Promise<void>>()

  const sendOne = async ({ id, queue, body }: PendingEvent): Promise<void> => {
    try {
      await messages.deliver(queue, body)
      store.endEvent(id)
    } catch (error) {
      if (isQueueGone(error)) store.endEvent(id)
      else retry ??= setTimeout(resume, retryMilliseconds).unref()
    }
  }

  const send = async (events: PendingEvent[]): Promise<void> => {
    const sent = Promise.all(events.map(sendOne)).then(() => {})
    sending.add(sent)
    await sent.finally(() => sending.delete(sent))
  }

  /** Sends all pending events. */
  const resume = (): void => {
    retry = undefined
    void send(store.pendingEvents())
  }

  return {
    deliverPatiently: messages.deliverPatiently,
    send,
    resume,
    stop: async (): Promise<void> => {
      await Promise.all(sending)
      clearTimeout(retry)
      await messages.stop()
    },
  }
}

export type EventSender = ReturnType<typeof eventSender>
