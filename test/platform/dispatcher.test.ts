import type { Context, DynamoDBRecord } from 'aws-lambda'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { ClientRequest } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { dispatcher, type ChangeHandler } from '../../src/platform/events/dispatcher.ts'
import type { QueueMessage } from '../../src/platform/events/message-kind.ts'
import { queuePoller } from '../../infra/local/lambda/queue-poller.ts'
import { requestContext } from '../../src/platform/runtime/request-context.ts'
import { world } from '../support/world.ts'

type Keys = NonNullable<NonNullable<DynamoDBRecord['dynamodb']>['Keys']>

const recordOf = (Keys: Keys, n: number): DynamoDBRecord => ({
  eventID: String(n),
  dynamodb: {
    Keys,
    SequenceNumber: String(n),
    NewImage: { ...Keys, entityType: { S: 'test.note' }, n: { N: String(n) } },
  },
})

/** Changes of two items; the keys of `a` come in either order. */
const [pk, sk] = [{ S: 'a' }, { S: 'note' }]
const Records = [
  recordOf({ pk, sk }, 1),
  recordOf({ sk, pk }, 2),
  recordOf({ pk: { S: 'b' }, sk }, 3),
  recordOf({ pk, sk }, 4),
]

const dispatched = async (
  handle: (n: number) => Promise<QueueMessage[] | void>,
  records: DynamoDBRecord[] = Records,
) => {
  const handler: ChangeHandler = {
    entityType: 'test.note',
    handle: async (_, after) => (await handle(Number(after?.['n']))) ?? [],
  }
  return dispatcher(async () => [handler])({ Records: records }, {} as Context)
}

test('processes changes of one item in order, concurrently with those of others', async () => {
  const steps: string[] = []

  const answer = await dispatched(async (n) => {
    steps.push(`begin ${n}`)
    await sleep(n === 1 ? 60 : 5)
    steps.push(`end ${n}`)
  })

  const ofOne = steps.filter((step) => !step.endsWith('3'))
  expect(ofOne).toEqual(['begin 1', 'end 1', 'begin 2', 'end 2', 'begin 4', 'end 4'])
  expect(steps.indexOf('begin 3')).toBeLessThan(steps.indexOf('end 1'))
  expect(answer).toEqual({ batchItemFailures: [] })
})

test('holds back later changes of an item after a failure, and reports the failure', async () => {
  const done: number[] = []

  const answer = await dispatched(async (n) => {
    if (n === 2) throw new Error('Not now.')
    done.push(n)
  })

  expect(done.toSorted((a, b) => a - b)).toEqual([1, 3])
  expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: '2' }] })
})

test('runs a handler with the ID of its change as request ID', async () => {
  const ids = new Map<number, string>()

  await dispatched(async (n) => {
    await sleep(5)
    ids.set(n, requestContext().requestId)
  })

  expect(ids).toEqual(new Map([1, 2, 3, 4].map((n) => [n, String(n)])))
})

const changesOf = (count: number) =>
  Array.from({ length: count }, (_, n) => recordOf({ pk: { S: `item ${n}` }, sk }, n + 1))

const queue = 'notices'
const kind = 'test'

/** Returns the number of calls that send messages while `work` runs. */
const countSends = async (work: () => Promise<unknown>): Promise<number> => {
  let count = 0
  const onRequest = (message: unknown) => {
    const { request } = message as { request: ClientRequest }
    if (request.getHeader('x-amz-target') === 'AmazonSQS.SendMessageBatch') count += 1
  }
  subscribe('http.client.request.start', onRequest)
  await work().finally(() => unsubscribe('http.client.request.start', onRequest))
  return count
}

/** Removes the messages from the queue and returns their bodies. */
const takeBodies = async (): Promise<string[]> => {
  const { endpoints, queueUrls } = world()
  const bodies: string[] = []
  const poller = queuePoller({
    endpoints,
    url: queueUrls[queue] as string,
    invoke: async (event) => {
      bodies.push(...event.Records.map(({ body }) => JSON.stringify(JSON.parse(body).body)))
      return { batchItemFailures: [] }
    },
  })
  while ((await poller.step(0)) > 0);
  return bodies
}

describe('The messages of a batch', () => {
  test('go out in calls of ten, across changes', async () => {
    const work = () => dispatched(async (n) => [{ queue, kind, body: { n } }], changesOf(25))

    expect(await countSends(work)).toBe(3)
    expect((await takeBodies()).toSorted()).toEqual(
      Array.from({ length: 25 }, (_, n) => `{"n":${n + 1}}`).toSorted(),
    )
  })

  test('go out once if several changes cause the same message', async () => {
    await dispatched(async (n) => [{ queue, kind, body: { document: n % 2 } }], changesOf(25))

    expect((await takeBodies()).toSorted()).toEqual(['{"document":0}', '{"document":1}'])
  })

  test('fill each call up to its size limit', async () => {
    const body = 'x'.repeat(100_000)
    const work = () => dispatched(async (n) => [{ queue, kind, body: { n, body } }], changesOf(5))

    expect(await countSends(work)).toBe(3)
    expect(await takeBodies()).toHaveLength(5)
  })

  test('cause a report of the first change whose messages are rejected', async () => {
    const answer = await dispatched(
      async (n) => [{ queue: n % 4 === 3 ? ('no-such-queue' as typeof queue) : queue, kind, body: { n } }],
      changesOf(8),
    )

    expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: '3' }] })
    expect(await takeBodies()).toHaveLength(6)
  })
})
