import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import type { DynamoDBBatchResponse, DynamoDBRecord, SQSBatchResponse } from 'aws-lambda'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { queueNames, type QueueName } from '../../src/platform/events/queues.ts'
import { queueFunctionName } from '../endpoints.ts'
import type { FailedChanges } from '../failed-changes.ts'
import { whileUnanswered } from './answered.ts'
import { jsonFile } from './data-folder.ts'
import { everyMinute } from './every-minute.ts'
import { expiry } from './expiry.ts'
import type { Lambda } from './lambda.ts'
import { queuePoller } from './queue-poller.ts'
import type { Checkpoint } from './shard-reader.ts'
import { streamPoller } from './stream-poller.ts'
import { reportError } from './terminal.ts'
import { localAws, type World } from './variables.ts'

/**
 * How many messages of a queue are worked on at once, 10 of others. Documents wait for the turn of their person within
 * the worker, which knows only of those that it has. With the words of more things at once, whose rows are hundreds,
 * all else waits for the emulator.
 */
const atOnce: Partial<Record<QueueName, number>> = {
  notices: 20,
  texts: 64,
  courses: 64,
  index: 8,
  replies: 4,
  jobs: 4,
}

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

/** Whether a message waits in a queue, as the emulator tells it; not one that is for later, or hidden. */
const hasMessages = async ({ endpoints, queueUrls }: World): Promise<boolean> => {
  const answer = await fetch(`${endpoints.sqs}/_fauxqs/queues`)
  const queues = (await answer.json()) as { name: string; approximateMessageCount: number }[]
  const names = new Set(Object.values(queueUrls).map((url) => url.split('/').at(-1)))
  return queues.some(({ name, approximateMessageCount: count }) => names.has(name) && count > 0)
}

interface Fed {
  world: World & { failedChangesUrl: string }
  sqs: SQSClient
  lambda: Pick<Lambda, 'invoke'>
  signal: AbortSignal
}

/** Feeds dispatcher and recorder from the table's stream. */
const changePoller = ({ world, sqs, lambda, signal }: Fed, dataDir: string) => {
  const checkpoints = jsonFile<Checkpoint>(join(dataDir, 'stream.json'), {})
  const checkpoint = checkpoints.read()
  return streamPoller({
    ...world,
    checkpoint,
    save: () => checkpoints.write(checkpoint),
    invoke: whileUnanswered(async (event) => {
      const answers = await Promise.all(behindStream.map((name) => lambda.invoke(name, event)))
      const failures = answers.flatMap((answer) => (answer as DynamoDBBatchResponse).batchItemFailures)
      return { batchItemFailures: failures }
    }, signal),
    setAside: async (record, error, shard) => {
      reportError(error)
      // which of them has failed is not known here; what is done again does no harm
      for (const name of behindStream) {
        const MessageBody = JSON.stringify(failedChangeOf(name, record, shard))
        await sqs.send(new SendMessageCommand({ QueueUrl: world.failedChangesUrl, MessageBody }))
      }
    },
  })
}

/** Feeds the function of a queue. */
const pollerOf = ({ world: { endpoints, queueUrls }, lambda, signal }: Fed, name: QueueName) =>
  queuePoller({
    endpoints,
    url: queueUrls[name] as string,
    ...(atOnce[name] && { atOnce: atOnce[name] }),
    invoke: whileUnanswered(
      async (event) => (await lambda.invoke(queueFunctionName(name), event)) as SQSBatchResponse,
      signal,
    ),
  })

/**
 * Feeds dispatcher and recorder from the table's stream and the workers from their queues, and ends what is over, until
 * `stop`.
 */
export const startPollers = async (
  world: Fed['world'],
  dataDir: string,
  lambda: Lambda,
): Promise<{ stop: () => Promise<unknown>; idle: () => Promise<void> }> => {
  const ending = new AbortController()
  const { signal } = ending
  const sqs = new SQSClient({ ...localAws, endpoint: world.endpoints.sqs })
  const fed = { world, sqs, lambda, signal }
  const stream = changePoller(fed, dataDir)
  lambda.onInvoked(stream.expectNews)
  const queues = queueNames.map((name) => pollerOf(fed, name))
  const schedule = everyMinute(() => lambda.invoke('scheduler', {}))
  const running = Promise.all(
    [stream, expiry(world), schedule, ...queues].map(({ run }) => run(signal, reportError)),
  )
  /** A message is with nobody yet right after it was sent, and on its way to a poller right after it was taken. */
  const isBusy = async () => {
    if (await hasMessages(world).catch(() => true)) return true
    await sleep(10)
    return queues.some(({ isIdle }) => !isIdle())
  }
  return {
    idle: async () => {
      do await stream.caughtUp()
      while (!signal.aborted && (await isBusy()))
      // a service that ends is never idle: anyone who waits is cut off with it
      if (signal.aborted) await new Promise(() => {})
    },
    stop: () => {
      ending.abort()
      return running.finally(() => sqs.destroy())
    },
  }
}
