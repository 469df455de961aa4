import { ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import type { SQSEvent } from 'aws-lambda'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { queuePoller } from '../../infra/local/lambda/queue-poller.ts'
import { localAws } from '../../infra/local/settings/variables.ts'
import { messageKind } from '../../src/platform/events/message-kind.ts'
import { queueFunction } from '../../src/platform/events/queue-function.ts'
import {
  deadLetterQueue,
  maxAttempts,
  queueNames,
  queueSpec,
  type QueueName,
} from '../../src/platform/events/queues.ts'
import { sendToQueues } from '../../src/platform/events/sqs.ts'
import { worker } from '../../src/platform/events/worker.ts'
import { unavailable } from '../../src/platform/runtime/problem.ts'
import * as z from '../../src/platform/schema/schema.ts'
import { loadWorkers } from '../../infra/generation/endpoints.ts'
import { linesFromNow } from '../support/log-lines.ts'
import { eventOf, functionOf, handTo, recordOf } from '../support/messages.ts'
import { lambdaContext, world } from '../support/world.ts'

const Word = z.object({ word: z.string() })
const long = messageKind('words', 'sweeps', Word)
const words = messageKind('words', 'notices', Word)
const others = messageKind('others', 'notices', Word)

let sqs: SQSClient

beforeAll(() => {
  sqs = new SQSClient({ ...localAws, endpoint: world().endpoints.sqs })
})

afterAll(() => sqs.destroy())

/** Receives the available messages, waiting for them this long, and hides them for a second. */
const receive = async (WaitTimeSeconds: number) => {
  const QueueUrl = world().queueUrls[long.queue]
  const { Messages = [] } = await sqs.send(
    new ReceiveMessageCommand({ QueueUrl, WaitTimeSeconds, VisibilityTimeout: 1 }),
  )
  return Messages
}

const received = async (word: string): Promise<SQSEvent> => {
  await sendToQueues([long.message({ word })])
  const [{ MessageId, ReceiptHandle, Body }] = (await receive(5)) as [Record<string, string>]
  return {
    Records: [{ messageId: MessageId, receiptHandle: ReceiptHandle, body: Body }],
  } as unknown as SQSEvent
}

test('logs the cause of a failure', async () => {
  const lines = linesFromNow()
  const failing = worker(words, {}, async () => {
    throw unavailable(new RangeError('The table is too far away.'))
  })

  await handTo(failing, { word: 'first' })

  expect(lines).toMatchObject([
    { message: 'message failed', error: 'Problem', cause: 'RangeError: The table is too far away.' },
  ])
})

describe('A worker that may outlast the visibility timeout', () => {
  test('hides its message while it works, so that nobody else receives it', async () => {
    const work = Promise.withResolvers<void>()
    const seen: string[] = []
    const handler = worker(long, {}, async ({ word }) => {
      seen.push(word)
      await work.promise
    })

    const running = functionOf(handler)(await received('one'))
    const meanwhile = await receive(3)
    work.resolve()
    const outcome = await running

    expect(meanwhile).toEqual([])
    expect(seen).toEqual(['one'])
    expect(outcome).toEqual({ batchItemFailures: [] })
  })

  test('works even if its message cannot be hidden, because a redelivery is harmless', async () => {
    const seen: string[] = []

    const outcome = await handTo(
      worker(long, {}, async ({ word }) => void seen.push(word)),
      { word: 'two' },
    )

    expect([seen, outcome]).toEqual([['two'], { batchItemFailures: [] }])
  })

  test('reports a failure', async () => {
    const handler = worker(long, {}, async () => {
      throw new Error('no luck')
    })
    const event = await received('three')

    const outcome = await functionOf(handler)(event)

    expect(outcome).toEqual({ batchItemFailures: [{ itemIdentifier: event.Records[0]?.messageId }] })
  })
})

/** Delivers the messages of a queue until it is empty; every `poison` kills its run. */
const deliverAll = async (queue: QueueName, run: ReturnType<typeof queueFunction>) => {
  const { endpoints, queueUrls } = world()
  const runs: string[][] = []
  const invoke = async (event: SQSEvent) => {
    runs.push(event.Records.map(({ body }) => (JSON.parse(body) as { body: { word: string } }).body.word))
    if (runs.at(-1)?.includes('poison')) throw new Error('The process was killed.')
    return run(event, lambdaContext(queue))
  }
  const url = queueUrls[queue] as string
  const poller = queuePoller({ endpoints, url, client: sqs, invoke, retrySeconds: 0 })
  while ((await poller.step(0)) > 0);
  return runs
}

describe('A message that kills its process', () => {
  test('harms no other message of its kind or another, and becomes a dead letter itself', async () => {
    const done: string[] = []
    const note = async ({ word }: { word: string }) => void done.push(word)
    const run = queueFunction('notices', {
      words: worker(words, {}, note),
      others: worker(others, {}, note),
    })
    const around = ['a', 'b', 'c', 'd'].flatMap((word) => [
      words.message({ word }),
      others.message({ word: `other ${word}` }),
    ])

    await sendToQueues([...around.slice(0, 4), words.message({ word: 'poison' }), ...around.slice(4)])
    const runs = await deliverAll('notices', run)
    const QueueUrl = deadLetterQueue(world().queueUrls['notices'] as string)
    const { Messages: dead = [] } = await sqs.send(
      new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 }),
    )

    expect(done).toHaveLength(8)
    expect(runs.filter((run) => run.includes('poison'))).toEqual(Array(maxAttempts).fill(['poison']))
    expect(runs).toHaveLength(8 + maxAttempts)
    expect(dead.map(({ Body }) => JSON.parse(Body as string) as unknown)).toEqual([
      { kind: 'words', body: { word: 'poison' } },
    ])
  })
})

describe('A message of an unknown kind', () => {
  test('fails alone', async () => {
    const done: string[] = []
    const run = queueFunction('notices', {
      words: worker(words, {}, async ({ word }) => void done.push(word)),
    })
    const event = eventOf({ kind: 'strange', body: {} }, words.message({ word: 'good' }))

    const outcome = await run(event, lambdaContext('notices'))

    expect(outcome).toEqual({ batchItemFailures: [{ itemIdentifier: event.Records[0]?.messageId }] })
    expect(done).toEqual(['good'])
  })
})

describe('A worker that gives up', () => {
  const kind = messageKind('words', 'replies', Word)
  const givenWorker = () => {
    const calls: string[] = []
    const handler = worker(kind, { giveUp: async () => void calls.push('gives up') }, async () => {
      calls.push('works')
      throw new Error('no luck')
    })
    const deliver = (n: number) =>
      functionOf(handler)({ Records: [recordOf({ kind: kind.name, body: { word: 'a' } }, n)] })
    return { calls, deliver }
  }

  test('makes five attempts, and then gives up', async () => {
    const { calls, deliver } = givenWorker()

    const outcomes = []
    for (let n = 1; n <= maxAttempts + 1; n++) outcomes.push((await deliver(n)).batchItemFailures.length)

    expect(calls).toEqual([...Array<string>(maxAttempts).fill('works'), 'gives up'])
    expect(outcomes).toEqual([...Array<number>(maxAttempts).fill(1), 0])
  })

  test('uses only queues that deliver a message often enough to give up', async () => {
    const workers = (await loadWorkers()).map(({ worker: one }) => one)
    const giving = (name: QueueName) =>
      workers.filter(({ queues }) => queues.includes(name)).map(({ giveUp }) => giveUp !== undefined)

    for (const name of queueNames)
      expect(new Set(giving(name)), name).toEqual(new Set([queueSpec(name).givesUp === true]))
  })
})
