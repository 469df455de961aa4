import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import type { DynamoDBBatchResponse, DynamoDBRecord, SQSBatchResponse } from 'aws-lambda'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { queueNames, type QueueName } from '../../../src/platform/events/queues.ts'
import { queueFunctionName } from '../../generation/endpoints.ts'
import type { FailedChanges } from '../../events/failed-changes.ts'
import { whileUnanswered } from './answered.ts'
import { jsonFile } from '../machine/data-folder.ts'
import { everyMinute } from './every-minute.ts'
import { expiry } from './expiry.ts'
import type { Lambda } from './lambda.ts'
import { queuePoller } from './queue-poller.ts'
import type { Checkpoint } from './shard-reader.ts'
import { streamPoller } from './stream-poller.ts'
import { reportError } from '../machine/terminal.ts'
import { localAws, type World } from '../settings/variables.ts'

/**
 * Number of messages of a queue that are processed at once; 10 for other queues. The worker of documents orders the
 * messages of each person, but only those it has received. Higher numbers for the index would block everything else at
 * the emulator, because each resource has hundreds of rows.
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

/** Returns Lambda's message about a change that a function could not process. */
export const toFailedChange = (
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

/** Returns true if the emulator reports a waiting message in a queue; ignores delayed and hidden messages. */
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

/** Feeds the dispatcher and the recorder from the table's stream. */
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
      // the failed function is unknown here, but both are idempotent
      for (const name of behindStream) {
        const MessageBody = JSON.stringify(toFailedChange(name, record, shard))
        await sqs.send(new SendMessageCommand({ QueueUrl: world.failedChangesUrl, MessageBody }))
      }
    },
  })
}

const createQueuePoller = ({ world: { endpoints, queueUrls }, lambda, signal }: Fed, name: QueueName) =>
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
 * Feeds the dispatcher and the recorder from the table's stream and the workers from their queues, and removes expired
 * items, until `stop` is called.
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
  const queues = queueNames.map((name) => createQueuePoller(fed, name))
  const schedule = everyMinute(() => lambda.invoke('scheduler', {}))
  const running = Promise.all(
    [stream, expiry(world), schedule, ...queues].map(({ run }) => run(signal, reportError)),
  )
  /**
   * Returns true if work remains. A message is nowhere to be seen for a moment after it is sent, and again on its way
   * to a poller, hence two checks with a pause.
   */
  const isBusy = async () => {
    if (await hasMessages(world).catch(() => true)) return true
    await sleep(10)
    return queues.some(({ isIdle }) => !isIdle())
  }
  return {
    idle: async () => {
      do await stream.caughtUp()
      while (!signal.aborted && (await isBusy()))
      // a service that is stopping is never idle: callers that wait end with the process
      if (signal.aborted) await new Promise(() => {})
    },
    stop: () => {
      ending.abort()
      return running.finally(() => sqs.destroy())
    },
  }
}
