import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs'
import { environment } from './environment.ts'
import { unavailable } from './problem.ts'

let client: SQSClient | undefined

const queues = () =>
  (client ??= new SQSClient({
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 500, requestTimeout: 2_000, throwOnRequestTimeout: true },
  }))

/** A message for a worker: plain JSON, at most 256 KiB with all of its batch (SQS limit). */
export interface Message {
  queue: string
  body: unknown
}

/** Sends messages, ten at a time (SQS limit of a batch). Throws 503 when one is not taken; sending again is safe. */
export const send = async (messages: Message[]): Promise<void> => {
  const byQueue = Map.groupBy(messages, ({ queue }) => queue)
  for (const [queue, of] of byQueue)
    for (let i = 0; i < of.length; i += 10) {
      const Entries = of
        .slice(i, i + 10)
        .map(({ body }, n) => ({ Id: String(n), MessageBody: JSON.stringify(body) }))
      const { Failed = [] } = await queues()
        .send(new SendMessageBatchCommand({ QueueUrl: environment.queueUrl(queue), Entries }))
        .catch((error: unknown) => {
          throw unavailable(error)
        })
      if (Failed.length > 0)
        throw unavailable(new Error(`SQS refused ${Failed.length} messages: ${Failed[0]?.Code}.`))
    }
}
