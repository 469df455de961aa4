import middy from '@middy/core'
import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda'
import type * as z from '../schema/schema.ts'
import { log } from '../runtime/log.ts'
import type { QueueMessage, Queue } from './queue.ts'
import { inRequest, noSession } from '../runtime/request-context.ts'
import { extendVisibility, sendToQueues } from './sqs.ts'

/** Each is a role in infra/roles.yml. */
export type WorkerProfile = 'worker' | 'fileworker' | 'chats' | 'scanner'

/** The options of a worker, from which its Lambda function is configured. */
interface WorkerOptions {
  /** How many messages one run gets at most, 10 by default. */
  batchSize?: number
  /** How long one run may take, 60 s by default. */
  timeoutSeconds?: number
  /** It receives the messages of the queue's dead-letter queue. */
  isForDeadLetters?: boolean
  /** Its memory, 1 024 MB by default. */
  memoryMegabytes?: number
  /** Space for temporary files, 512 MB by default. */
  temporaryMegabytes?: number
  /** How many may run at once: 10 by default, 5 for dead letters. */
  concurrency?: number
  /** What it may touch in AWS; `fileworker` also the bytes of files, `chats` those and models. */
  profile?: WorkerProfile
  /**
   * It continues by a message to its own queue, which its work returns. Lambda takes more than 16 of them in
   * a row for a loop and drops them, unless the function allows it (infra/event-functions.ts).
   */
  recursive?: boolean
  /** It runs endpoints by their names, and so gets the settings that they need. */
  invokesEndpoints?: boolean
  /** S3 sends its messages, of objects that have come into the bucket (infra/bucket.yml). */
  isFedByBucket?: boolean
  /** It asks models, and so gets the list of them and the place of their keys. */
  asksModels?: boolean
  /** Files that it reads, by their path from the top of the repository; they go with it when it is packaged. */
  assets?: readonly string[]
}

/** The one description of a worker: its function and its queue with dead letters follow from it. */
export interface WorkerSpec extends WorkerOptions {
  /** The name of its queue. */
  queue: string
}

export interface WorkerHandler {
  (event: SQSEvent, context: Context): Promise<SQSBatchResponse>
  worker: WorkerSpec
}

/**
 * For how long a message is hidden, extended again and again while it is processed: a killed worker is soon
 * replaced.
 */
const hiddenSeconds = 60

/** Runs the work of a batch that may take longer than a message is to be hidden at once. */
const whileHidden = async <T>({ Records }: SQSEvent, { queue }: WorkerSpec, work: () => Promise<T>) => {
  const handles = Records.map(({ receiptHandle }) => receiptHandle)
  const hideAll = () =>
    extendVisibility(queue, handles, hiddenSeconds).catch((error: unknown) =>
      log.error('extending the visibility timeout failed', error, { queue }),
    )
  await hideAll()
  const timer = setInterval(() => void hideAll(), (hiddenSeconds * 1000) / 3)
  return work().finally(() => clearInterval(timer))
}

/** What a recursive worker goes on with. */
type Next<Name extends string> = QueueMessage<Name> | QueueMessage<Name>[] | undefined

/**
 * The only way to define a worker. The messages of a batch are processed concurrently; those that fail are
 * reported one by one (`ReportBatchItemFailures`), come again after the visibility timeout, and end in the
 * dead-letter queue. The work must be idempotent: SQS delivers at least once. A recursive worker returns its
 * next messages.
 */
export const worker = <Name extends string, Body extends z.ZodType, const R extends boolean = false>(
  { name, schema }: Queue<Name, Body>,
  options: WorkerOptions & { recursive?: R },
  work: (message: z.output<Body>) => Promise<R extends true ? Next<Name> : void>,
): WorkerHandler => {
  const spec: WorkerSpec = { queue: name, ...options }
  const handleAll = async (event: SQSEvent): Promise<SQSBatchResponse> => {
    const outcomes = await Promise.allSettled(
      event.Records.map((record) =>
        inRequest({ requestId: record.messageId, confirmSession: noSession }, async () => {
          // counted by this line (infra/logs.yml): a queue that is emptied at once shows nothing
          if (spec.isForDeadLetters) log.warn('message given up', { queue: name })
          try {
            const next = await work(schema.parse(JSON.parse(record.body)))
            if (next) await sendToQueues(Array.isArray(next) ? next : [next])
          } catch (error) {
            log.error('message failed', error, {
              queue: name,
              delivery: record.attributes?.ApproximateReceiveCount,
            })
            throw error
          }
        }),
      ),
    )
    const failed = event.Records.filter((_, index) => outcomes[index]?.status === 'rejected')
    return { batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })) }
  }
  const isLong = (spec.timeoutSeconds ?? 0) > hiddenSeconds
  const handler = middy<SQSEvent>().handler((event: SQSEvent) =>
    isLong ? whileHidden(event, spec, () => handleAll(event)) : handleAll(event),
  )
  return Object.assign(handler, { worker: spec }) as WorkerHandler
}
