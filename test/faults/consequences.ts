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
import { loadQueueFunctions } from '../../infra/endpoints.ts'
import { queuePoller } from '../../infra/local/queue-poller.ts'
import { streamPoller } from '../../infra/local/stream-poller.ts'
import { localAws, type World } from '../../infra/local/variables.ts'
import { deadLettersOf } from '../../src/platform/events/queues.ts'
import { recordChanges } from '../../src/history/recorder.ts'
import { dispatchChanges } from '../../src/stream.ts'

/** A worker, the dispatcher or the recorder, which may run here or in a process of its own. */
export interface Consumer {
  name: string
  /** From the root of the repository. */
  file: string
}

export const dispatcher: Consumer = { name: 'dispatcher', file: 'src/stream.ts' }
export const recorder: Consumer = { name: 'recorder', file: 'src/history/recorder.ts' }

/** How long what follows takes at most, in milliseconds, unless jobs rest for minutes. */
const usualMilliseconds = 600_000

/** Runs a consumer: `here` does it in this process. */
export type Runs = <Outcome>(
  consumer: Consumer,
  event: SQSEvent | DynamoDBStreamEvent,
  here: () => Promise<Outcome>,
) => Promise<Outcome>

/** What Lambda tells a function about the call, as far as the service looks at it. */
const context = (functionName: string) =>
  ({ functionName, awsRequestId: randomUUID(), getRemainingTimeInMillis: () => 60_000 }) as Context

/** The kind of the message that an event has, which names its worker; messages of S3 do not say it. */
const kindIn = ({ Records: [record] }: SQSEvent, queue: string): string =>
  (JSON.parse(record?.body ?? '{}') as { kind?: string }).kind ?? queue

/**
 * Feeds dispatcher, recorder and workers. They reach everything through the proxy; what reads stream and queues for
 * them does not, since that is Lambda's own business.
 */
export const startConsequences = async ({ endpoints, tableName, queueUrls }: World, given: Runs) => {
  const ending = new AbortController()
  const putAside: DynamoDBRecord[] = []
  const open = new Set<Consumer>()
  const runs: Runs = async (consumer, event, here) => {
    open.add(consumer)
    return given(consumer, event, here).finally(() => open.delete(consumer))
  }
  /** Both read the stream at their own pace there; here the one that fails has the other do it again. */
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
    // what is to be looked at later, such as a reply at which somebody was who has died
    const { ApproximateNumberOfMessagesDelayed: delayed } = Attributes
    return Number(seen ?? 0) + Number(hidden ?? 0) + Number(delayed ?? 0)
  }

  /** What does not come to an end: what waits in which queue, what runs, what fails for good again and again. */
  const unended = (left: number[], again: number): string => {
    const filled = Object.keys(queueUrls).filter((_, index) => left[index])
    const running = [...open].map(({ name }) => name)
    return [
      'The consequences do not come to an end.',
      `Messages are in ${filled.join(', ') || 'no queue'};`,
      `${running.join(', ') || 'nothing'} runs; ${again} were put back at last.`,
    ].join(' ')
  }

  /** Puts what has failed for good back where it came from, as somebody does who was called by the alarm. */
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
      const QueueUrl = deadLettersOf(url)
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
     * Waits until nothing is left to be done, for this many milliseconds at most; gives how much had failed for good
     * and was done again.
     */
    settle: async (within = usualMilliseconds): Promise<number> => {
      let redriven = 0
      let calm = 0
      for (const deadline = Date.now() + within; calm < 2;) {
        // a look at the stream is a tenth of a second old at most
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
