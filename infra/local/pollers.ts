import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import type { DynamoDBBatchResponse, SQSBatchResponse } from 'aws-lambda'
import { join } from 'node:path'
import { loadWorkers } from '../endpoints.ts'
import { workerBatchSize } from '../queues.ts'
import { whileUnanswered } from './answered.ts'
import { jsonFile } from './data-folder.ts'
import { expiry } from './expiry.ts'
import type { Lambda } from './lambda.ts'
import { queuePoller } from './queue-poller.ts'
import { sourceOf } from './resources.ts'
import { streamPoller, type Checkpoint } from './stream-poller.ts'
import { localAws, type World } from './variables.ts'

/** How many batches of one queue are worked on side by side. */
const concurrency = 2

const report = (error: unknown) => process.stderr.write(`${String((error as Error).stack ?? error)}\n`)

/**
 * Feeds the dispatcher from the table's stream and the workers from their queues, and ends what is over, until
 * `stop`.
 */
export const startPollers = async (
  world: World & { failedChangesUrl: string },
  dataDir: string,
  { invoke }: Lambda,
): Promise<{ stop: () => Promise<unknown>; caughtUp: () => Promise<void> }> => {
  const { endpoints, tableName, queueUrls, failedChangesUrl } = world
  const ending = new AbortController()
  const sqs = new SQSClient({ ...localAws, endpoint: endpoints.sqs })
  const checkpoints = jsonFile<Checkpoint>(join(dataDir, 'stream.json'), {})
  const checkpoint = checkpoints.read()
  const stream = streamPoller({
    endpoints,
    tableName,
    checkpoint,
    save: () => checkpoints.write(checkpoint),
    invoke: whileUnanswered(
      async (event) => (await invoke('dispatcher', event)) as DynamoDBBatchResponse,
      ending.signal,
    ),
    setAside: async (record, error) => {
      report(error)
      await sqs.send(
        new SendMessageCommand({ QueueUrl: failedChangesUrl, MessageBody: JSON.stringify(record) }),
      )
    },
  })
  const queues = (await loadWorkers()).flatMap(({ name, worker }) =>
    Array.from({ length: concurrency }, () =>
      queuePoller({
        endpoints,
        url: sourceOf(worker, queueUrls),
        batchSize: workerBatchSize(worker),
        invoke: whileUnanswered(
          async (event) => (await invoke(name, event)) as SQSBatchResponse,
          ending.signal,
        ),
      }),
    ),
  )
  const running = Promise.all([stream, expiry(world), ...queues].map(({ run }) => run(ending.signal, report)))
  return {
    caughtUp: stream.caughtUp,
    stop: () => {
      ending.abort()
      return running.finally(() => sqs.destroy())
    },
  }
}
