import {
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs'
import type {
  Context,
  DynamoDBBatchResponse,
  DynamoDBRecord,
  DynamoDBStreamEvent,
  SQSBatchResponse,
  SQSEvent,
} from 'aws-lambda'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { loadQueueFunctions } from '../../infra/generation/endpoints.ts'
import { queuePoller } from '../../infra/local/lambda/queue-poller.ts'
import { streamPoller } from '../../infra/local/lambda/stream-poller.ts'
import { localAws, type World } from '../../infra/local/settings/variables.ts'
import { deadLetterQueue } from '../../src/platform/events/queues.ts'
import { recordChanges } from '../../src/history/recorder.ts'
import { dispatchChanges } from '../../src/stream.ts'

/** A worker, the dispatcher or the recorder, which may run in this process or another one. */
export interface Consumer {
  name: string
  /** Path from the root of the repository. */
  file: string
}

export const dispatcher: Consumer = { name: 'dispatcher', file: 'src/stream.ts' }
export const recorder: Consumer = { name: 'recorder', file: 'src/history/recorder.ts' }

/** Time limit for the consequences (ms), unless jobs pause for minutes. */
const usualMilliseconds = 600_000

/** Runs a consumer; `here` runs it in this process. */
export type Runs = <Outcome>(
  consumer: Consumer,
  event: SQSEvent | DynamoDBStreamEvent,
  here: () => Promise<Outcome>,
) => Promise<Outcome>

/** Returns the Lambda context of a call, as far as the service reads it. */
const context = (functionName: string) =>
  ({ functionName, awsRequestId: randomUUID(), getRemainingTimeInMillis: () => 60_000 }) as Context

/** Returns the kind of the message in an event, which names its worker; S3 messages have none. */
const kindIn = ({ Records: [record] }: SQSEvent, queue: string): string =>
  (JSON.parse(record?.body ?? '{}') as { kind?: string }).kind ?? queue

/**
 * Starts the dispatcher, the recorder and the workers. They reach everything through the proxy. The pollers of stream
 * and queues bypass it, because polling is Lambda's job.
 */
export const startConsequences = async ({ endpoints, tableName, queueUrls }: World, given: Runs) => {
  const ending = new AbortController()
  const putAside: DynamoDBRecord[] = []
  const open = new Set<Consumer>()
  const runs: Runs = async (consumer, event, here) => {
    open.add(consumer)
    return given(consumer, event, here).finally(() => open.delete(consumer))
  }
  /** On AWS each reads the stream at its own pace; here a failure of one repeats both. */
  const dispatched = async (event: DynamoDBStreamEvent) => {
    const answers = await Promise.all([
      runs<DynamoDBBatchResponse>(dispatcher, event, () => dispatchChanges(event, context('dispatcher'))),
      runs<DynamoDBBatchResponse>(recorder, event, () => recordChanges(event, context('recorder'))),
    ])
    return { batchItemFailures: answers.flatMap(({ batchItemFailures }) => batchItemFailures) }
  }
  const stream = streamPoller({
    endpoints,
    tableName,
    checkpoint: {},
    invoke: dispatched,
    setAside: async (record) => void putAside.push(record),
  })
  const queues = (await loadQueueFunctions()).map(({ queue, file, handler }) =>
    queuePoller({
      endpoints,
      url: queueUrls[queue] as string,
      invoke: (event) => {
        const name = kindIn(event, queue)
        return runs<SQSBatchResponse>({ name, file }, event, () => handler(event, context(name)))
      },
      retrySeconds: 1,
    }),
  )
  const report = (error: unknown) => void process.stderr.write(`${String(error)}\n`)
  const running = Promise.all([stream, ...queues].map(({ run }) => run(ending.signal, report)))
  const sqs = new SQSClient({ ...localAws, endpoint: endpoints.sqs })

  const waiting = async (QueueUrl: string) => {
    const { Attributes = {} } = await sqs.send(
      new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] }),
    )
    const { ApproximateNumberOfMessages: seen, ApproximateNumberOfMessagesNotVisible: hidden } = Attributes
    // messages for later, such as a check of a reply whose worker may have died
    const { ApproximateNumberOfMessagesDelayed: delayed } = Attributes
    return Number(seen ?? 0) + Number(hidden ?? 0) + Number(delayed ?? 0)
  }

  /**
   * Returns a sentence on unfinished consequences: queued messages, running consumers, and repeated permanent failures.
   */
  const unended = (left: number[], again: number): string => {
    const filled = Object.keys(queueUrls).filter((_, index) => left[index])
    const running = [...open].map(({ name }) => name)
    return [
      'The consequences do not come to an end.',
      `Messages are in ${filled.join(', ') || 'no queue'};`,
      `${running.join(', ') || 'nothing'} runs; ${again} were put back at last.`,
    ].join(' ')
  }

  /** Puts permanently failed changes and messages back, as an operator does after the alarm. */
  const redrive = async () => {
    let count = 0
    for (const record of putAside.splice(0)) {
      count += 1
      const event = { Records: [record] }
      const answers = await Promise.all([
        dispatchChanges(event, context('dispatcher')),
        recordChanges(event, context('recorder')),
      ])
      const batchItemFailures = answers.flatMap((answer) => answer.batchItemFailures)
      if (batchItemFailures.length > 0) putAside.push(record)
    }
    for (const url of Object.values(queueUrls)) {
      const QueueUrl = deadLetterQueue(url)
      if ((await waiting(QueueUrl)) === 0) continue
      const { Messages = [] } = await sqs.send(
        new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 }),
      )
      for (const { Body, ReceiptHandle } of Messages) {
        count += 1
        await sqs.send(new SendMessageCommand({ QueueUrl: url, MessageBody: Body }))
        await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }))
      }
    }
    return count
  }

  return {
    /**
     * Waits until all consequences are processed, for at most `within` milliseconds; returns the number of permanent
     * failures that were put back.
     */
    settle: async (within = usualMilliseconds): Promise<number> => {
      let redriven = 0
      let calm = 0
      for (const deadline = Date.now() + within; calm < 2;) {
        // a poll of the stream is at most a tenth of a second old
        await sleep(150)
        await stream.caughtUp()
        const left = await Promise.all(Object.values(queueUrls).map(waiting))
        const again = await redrive()
        redriven += again
        calm = again === 0 && left.every((count) => count === 0) ? calm + 1 : 0
        if (calm === 0 && Date.now() > deadline) throw new Error(unended(left, again))
      }
      return redriven
    },
    stop: async () => {
      ending.abort()
      await running
      sqs.destroy()
    },
  }
}
