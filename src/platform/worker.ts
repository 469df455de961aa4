import middy from '@middy/core'
import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda'
import type * as z from 'zod'
import { log } from './log.ts'
import { inRequest } from './request-context.ts'

/** Each is a role in infra/roles.yml. */
export type WorkerProfile = 'worker' | 'fileworker'

/** The one description of a worker: its function, its queue with dead letters, and its messages follow from it. */
export interface WorkerSpec<M extends z.ZodType = z.ZodType> {
  /** The queue's name in infra/queues.yml. */
  queue: string
  message: M
  /** How many messages one run gets at the most, 10 when absent. */
  batchSize?: number
  /** How long one run may take, 60 s when absent. */
  timeoutSeconds?: number
  /** What it may touch in AWS; `fileworker` also the bytes of files. */
  profile?: WorkerProfile
}

export interface WorkerHandler {
  (event: SQSEvent, context: Context): Promise<SQSBatchResponse>
  worker: WorkerSpec
}

/**
 * The only way to make a worker. Messages of a batch are worked on side by side; those that fail are reported alone
 * (`ReportBatchItemFailures`), come again after the visibility timeout, and end in the dead-letter queue.
 * The work must be idempotent: SQS delivers at least once.
 */
export const worker = <M extends z.ZodType>(
  spec: WorkerSpec<M>,
  work: (message: z.output<M>) => Promise<void>,
): WorkerHandler => {
  const handler = middy<SQSEvent>().handler(async (event: SQSEvent): Promise<SQSBatchResponse> => {
    const outcomes = await Promise.allSettled(
      event.Records.map((record) =>
        inRequest({ requestId: record.messageId }, async () => {
          try {
            await work(spec.message.parse(JSON.parse(record.body)))
          } catch (error) {
            log.error('message failed', error, {
              queue: spec.queue,
              delivery: record.attributes?.ApproximateReceiveCount,
            })
            throw error
          }
        }),
      ),
    )
    const failed = event.Records.filter((_, index) => outcomes[index]?.status === 'rejected')
    return { batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })) }
  })
  return Object.assign(handler, { worker: spec as WorkerSpec }) as unknown as WorkerHandler
}
