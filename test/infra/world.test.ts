import { CreateQueueCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import type { DynamoDBRecord } from 'aws-lambda'
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb'
import { expiry } from '../../infra/local/lambda/expiry.ts'
import { queuePoller } from '../../infra/local/lambda/queue-poller.ts'
import type { Checkpoint } from '../../infra/local/lambda/shard-reader.ts'
import { streamPoller } from '../../infra/local/lambda/stream-poller.ts'
import { writeBatch } from '../../src/platform/table/batch/batch-write.ts'
import { listKeys } from '../../src/platform/table/list/partition.ts'
import { settle, world } from '../support/world.ts'

const put = (pk: string, type?: string) => {
  const named = type === undefined ? {} : { entityType: { S: type } }
  const Item = { pk: { S: pk }, sk: { S: 'sk' }, ...named }
  return new DynamoDBClient({}).send(new PutItemCommand({ TableName: world().tableName, Item }))
}

describe('the stream', () => {
  const given = (checkpoint: Checkpoint, fails: (record: DynamoDBRecord) => boolean = () => false) => {
    const seen: string[] = []
    const aside: string[] = []
    const pkOf = ({ dynamodb }: DynamoDBRecord) => dynamodb?.Keys?.['pk']?.S as string
    const { step } = streamPoller({
      endpoints: world().endpoints,
      tableName: world().tableName,
      checkpoint,
      invoke: async ({ Records }) => {
        for (const record of Records) {
          seen.push(pkOf(record))
          if (fails(record))
            return { batchItemFailures: [{ itemIdentifier: record.dynamodb?.SequenceNumber as string }] }
        }
        return { batchItemFailures: [] }
      },
      setAside: async (record) => void aside.push(pkOf(record)),
    })
    return { seen, aside, step }
  }

  test('delivers each write once, and continues from its checkpoint', async () => {
    const checkpoint: Checkpoint = {}
    const before = given(checkpoint)
    await put('first', 'test.thing')
    await before.step()

    await put('second', 'test.thing')
    const after = given({ ...checkpoint })
    await after.step()
    const left = await after.step()

    expect(before.seen).toContain('first')
    expect(after.seen).toEqual(['second'])
    expect(left).toBe(0)
  })

  test('drops internal rows, and continues after them', async () => {
    const checkpoint: Checkpoint = {}
    while ((await given(checkpoint).step()) > 0);
    await put('row')

    const read = given({ ...checkpoint })
    const changes = await read.step()
    const left = await read.step()

    expect([changes, left]).toEqual([1, 0])
    expect(read.seen).toEqual([])
  })

  test('lets internal rows accumulate before it is read again', async () => {
    const checkpoint: Checkpoint = {}
    while ((await given(checkpoint).step()) > 0);
    let saved = 0
    const { endpoints, tableName } = world()
    const invoke = async () => ({ batchItemFailures: [] })
    const setAside = async () => {}
    const save = () => void (saved += 1)
    const { run } = streamPoller({ endpoints, tableName, checkpoint, invoke, setAside, save })
    const ending = new AbortController()
    const from = performance.now()
    const running = run(ending.signal, () => {})
    for (let n = 0; n < 300; n++) await put(`row${n}`)
    const pauses = (performance.now() - from) / 100

    ending.abort()
    await running
    expect(saved).toBeLessThanOrEqual(pauses + 2)
  })

  test('sets a change aside that fails five times, and continues after it', async () => {
    const checkpoint: Checkpoint = {}
    const { step } = given(checkpoint)
    while ((await step()) > 0);
    for (const pk of ['good', 'bad', 'after']) {
      await put(pk, 'test.thing')
      await put(`${pk}-row`)
    }

    const poisoned = given(checkpoint, ({ dynamodb }) => dynamodb?.Keys?.['pk']?.S === 'bad')
    while ((await poisoned.step()) > 0);

    expect(poisoned.aside).toEqual(['bad'])
    expect(poisoned.seen).toEqual(['good', 'bad', 'bad', 'bad', 'bad', 'bad', 'after'])
  })
})

describe('a queue', () => {
  const given = async () => {
    const { endpoints } = world()
    const sqs = new SQSClient({})
    const name = `queue-${randomUUID()}`
    await sqs.send(new CreateQueueCommand({ QueueName: name }))
    const url = `${endpoints.sqs}/000000000000/${name}`
    const send = (MessageBody: string) => sqs.send(new SendMessageCommand({ QueueUrl: url, MessageBody }))
    return { endpoints, url, send }
  }

  test('delivers a message, and deletes it after success', async () => {
    const { send, ...queue } = await given()
    const bodies: string[] = []
    const poller = queuePoller({
      ...queue,
      invoke: async ({ Records }) => {
        bodies.push(...Records.map(({ body }) => body))
        return { batchItemFailures: [] }
      },
    })
    await send('hello')

    const messages = await poller.step(1)
    const left = await poller.step(0)

    expect([messages, left]).toEqual([1, 0])
    expect(bodies).toEqual(['hello'])
  })

  test('redelivers only failed messages of a batch', async () => {
    const { send, ...queue } = await given()
    const deliveries: Record<string, number> = {}
    const poller = queuePoller({
      ...queue,
      retrySeconds: 0,
      invoke: async ({ Records }) => {
        for (const { body } of Records) deliveries[body] = (deliveries[body] ?? 0) + 1
        const failed = Records.filter(({ body }) => body === 'bad' && deliveries[body] === 1)
        return { batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })) }
      },
    })
    await send('good')
    await send('bad')

    while ((await poller.step(0)) > 0);

    expect(deliveries).toEqual({ good: 1, bad: 2 })
  })
})

test('settle ends when no work is left', async () => {
  await put('settled')

  const { changes, failed } = await settle()
  const again = await settle()

  expect(changes).toBeGreaterThan(0)
  expect(failed).toEqual({ changes: [], messages: [] })
  expect(again.changes).toBe(0)
})

test('Removal of expired items stops when the service ends', async () => {
  const pk = randomUUID()
  const rows = Array.from({ length: 450 }, (_, n) => ({ pk, sk: String(n), ttl: 1 }))
  await writeBatch(rows, [])

  await expiry(world()).step(Math.floor(Date.now() / 1000), AbortSignal.abort())

  expect((await listKeys(pk, '')).length).toBeGreaterThan(0)
})
