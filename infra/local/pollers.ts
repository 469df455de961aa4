import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import type { DynamoDBBatchResponse, DynamoDBRecord, SQSBatchResponse } from 'aws-lambda'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { texts } from '../../src/files/queues.ts'
import { generations } from '../../src/lms/queues.ts'
import { indexing } from '../../src/search/queues.ts'
import { loadWorkers } from '../endpoints.ts'
import type { FailedChanges } from '../failed-changes.ts'
import { workerBatchSize } from '../queues.ts'
import { whileUnanswered } from './answered.ts'
import { jsonFile } from './data-folder.ts'
import { everyMinute } from './every-minute.ts'
import { expiry } from './expiry.ts'
import type { Lambda } from './lambda.ts'
import { queuePoller } from './queue-poller.ts'
import { sourceOf } from './resources.ts'
import { streamPoller, type Checkpoint } from './stream-poller.ts'
import { reportError } from './terminal.ts'
import { localAws, type World } from './variables.ts'

/** How many batches of one queue are worked on side by side. */
const concurrency = 2

/** How many things get their words in one run: with more, whose rows are hundreds, all else waits for the emulator. */
const maxIndexedAtOnce = 2

/**
 * How many runs of a poller go on at once, 1 of others. Documents wait for the turn of their person within the worker,
 * which knows only of those that it has. Where words of large things are written, there is a run left for small ones.
 */
const atOnce: Record<string, number> = { [texts.name]: 32, [generations.name]: 32, [indexing.name]: 2 }

const behindStream = ['dispatcher', 'recorder']

/** A change that a function has failed on, as Lambda puts it aside. */
export const failedChangeOf = (
  name: string,
  { dynamodb, eventSourceARN = '' }: DynamoDBRecord,
  shardId: string,
): FailedChanges => {
  const sequence = dynamodb?.SequenceNumber ?? ''
  return {
    requestContext: { functionArn: `arn:aws:lambda:${localAws.region}:000000000000:function:local-${name}` },
    DDBStreamBatchInfo: {
      shardId,
      startSequenceNumber: sequence,
      endSequenceNumber: sequence,
      streamArn: eventSourceARN,
    },
  }
}

/** Whether a message waits in one of these queues, as the emulator tells it; not one that is for later, or hidden. */
const hasMessages = async (sqs: string, names: Set<string>): Promise<boolean> => {
  const answer = await fetch(`${sqs}/_fauxqs/queues`)
  const queues = (await answer.json()) as { name: string; approximateMessageCount: number }[]
  return queues.some(({ name, approximateMessageCount: count }) => names.has(name) && count > 0)
}

/**
 * Feeds dispatcher and recorder from the table's stream and the workers from their queues, and ends what is over, until
 * `stop`.
 */
export const startPollers = async (
  world: World & { failedChangesUrl: string },
  dataDir: string,
  { invoke, onInvoked }: Lambda,
): Promise<{ stop: () => Promise<unknown>; idle: () => Promise<void> }> => {
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
    invoke: whileUnanswered(async (event) => {
      const answers = await Promise.all(behindStream.map((name) => invoke(name, event)))
      const failures = answers.flatMap((answer) => (answer as DynamoDBBatchResponse).batchItemFailures)
      return { batchItemFailures: failures }
    }, ending.signal),
    setAside: async (record, error, shard) => {
      reportError(error)
      // which of them has failed is not known here; what is done again does no harm
      for (const name of behindStream) {
        const MessageBody = JSON.stringify(failedChangeOf(name, record, shard))
        await sqs.send(new SendMessageCommand({ QueueUrl: failedChangesUrl, MessageBody }))
      }
    },
  })
  onInvoked(stream.expectNews)
  const workers = (await loadWorkers()).map((one) => ({ ...one, url: sourceOf(one.worker, queueUrls) }))
  const queues = workers.flatMap(({ name, worker, url }) =>
    Array.from({ length: concurrency }, () =>
      queuePoller({
        endpoints,
        url,
        atOnce: worker.isForDeadLetters ? 1 : (atOnce[worker.queue] ?? 1),
        batchSize: worker.queue === indexing.name ? maxIndexedAtOnce : workerBatchSize(worker),
        invoke: whileUnanswered(
          async (event) => (await invoke(name, event)) as SQSBatchResponse,
          ending.signal,
        ),
      }),
    ),
  )
  const schedule = everyMinute(() => invoke('scheduler', {}))
  const running = Promise.all(
    [stream, expiry(world), schedule, ...queues].map(({ run }) => run(ending.signal, reportError)),
  )
  const names = new Set(workers.map(({ url }) => url.slice(url.lastIndexOf('/') + 1)))
  /** A message is with nobody yet right after it was sent, and on its way to a poller right after it was taken. */
  const isBusy = async () => {
    if (await hasMessages(endpoints.sqs, names).catch(() => true)) return true
    await sleep(10)
    return queues.some(({ isIdle }) => !isIdle())
  }
  return {
    idle: async () => {
      do await stream.caughtUp()
      while (!ending.signal.aborted && (await isBusy()))
      // a service that ends is never idle: whoever waits is cut off with it
      if (ending.signal.aborted) await new Promise(() => {})
    },
    stop: () => {
      ending.abort()
      return running.finally(() => sqs.destroy())
    },
  }
}
