import { PurgeQueueCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import type {
  Context,
  DynamoDBBatchResponse,
  DynamoDBRecord,
  DynamoDBStreamEvent,
  SQSBatchResponse,
  SQSEvent,
} from 'aws-lambda'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject } from 'vitest'
import { loadQueueFunctions } from '../../infra/endpoints.ts'
import type { Endpoints } from '../../infra/local/emulator-endpoints.ts'
import { expiry } from '../../infra/local/expiry.ts'
import { queuePoller } from '../../infra/local/queue-poller.ts'
import { makeBucket, makeQueues, makeTable } from '../../infra/local/resources.ts'
import type { Checkpoint } from '../../infra/local/shard-reader.ts'
import { streamPoller } from '../../infra/local/stream-poller.ts'
import { streamOf, type Stream } from '../../infra/local/table-stream.ts'
import { applyVariables, localAws, patience, type World } from '../../infra/local/variables.ts'
import type { QueueFunction } from '../../src/platform/events/queue-function.ts'
import { deadLettersOf } from '../../src/platform/events/queues.ts'
import { texts as fileTexts } from '../../src/files/queues.ts'
import { recordChanges } from '../../src/history/recorder.ts'
import { indexing } from '../../src/search/queues.ts'
import { dispatchChanges } from '../../src/stream.ts'
import { hiddenSeconds, whileHidden } from './hidden-messages.ts'

type Consumer = { queue: string; name: string; url: string; handler: QueueFunction }

interface TestWorld extends World {
  checkpoint: Checkpoint
  consumers: Consumer[]
  stream: Stream
  sqs: SQSClient
}

let current: TestWorld | undefined

/** The world of this test file. */
export const world = () => {
  if (!current) throw new Error('There is no world: test/support/world-setup.ts did not run.')
  return current
}

/** The messages in each queue by its name, the delayed ones (which are for later) apart. */
const backlogs = async ({ sqs }: Endpoints) => {
  const queues = (await (await fetch(`${sqs}/_fauxqs/queues`)).json()) as {
    name: string
    approximateMessageCount: number
    approximateInflightCount: number
    approximateDelayedCount: number
  }[]
  return new Map(
    queues.map((queue) => {
      const now = queue.approximateMessageCount + queue.approximateInflightCount
      return [queue.name, { now, later: queue.approximateDelayedCount }] as const
    }),
  )
}

const nameOf = (url: string) => url.split('/').at(-1) as string

/** The queues of this process: its test files use them one after the other, for making them takes time. */
let made: Promise<Record<string, string>> | undefined

/** The functions behind them, loaded once: for each file all sources would be read, to see if they have changed. */
let functions: ReturnType<typeof loadQueueFunctions> | undefined

/** This process's queues, without what the test file before has left in them. */
const emptyQueues = async (endpoints: Endpoints, sqs: SQSClient) => {
  const urls = await (made ??= makeQueues(endpoints, { prefix: `test-${randomUUID()}-` }))
  const left = await backlogs(endpoints)
  for (const QueueUrl of Object.values(urls).flatMap((url) => [url, deadLettersOf(url)])) {
    const { now, later } = left.get(nameOf(QueueUrl)) ?? { now: 0, later: 0 }
    if (now + later > 0) await sqs.send(new PurgeQueueCommand({ QueueUrl }))
  }
  return urls
}

/** Makes a table and a bucket for this test file, and points the service to them and to empty queues. */
export const enterWorld = async (): Promise<void> => {
  const { endpoints: shared, keys, tables } = inject('emulators')
  const endpoints = { ...shared, dynamodb: tables[Number(process.env['VITEST_POOL_ID']) - 1] as string }
  current?.stream.client.destroy()
  const sqs = current?.sqs ?? new SQSClient({ ...localAws, endpoint: endpoints.sqs })
  const name = `test-${randomUUID()}`
  const queues = emptyQueues(endpoints, sqs)
  const [queueUrls] = await Promise.all([
    queues,
    makeTable(endpoints, name),
    makeBucket(endpoints, name, queues),
  ])
  const consumers = (await (functions ??= loadQueueFunctions())).map(({ queue, name, handler }) => ({
    queue,
    name,
    url: queueUrls[queue] as string,
    handler,
  }))
  const publicUrl = 'http://127.0.0.1:3000'
  const world = { endpoints, keys, tableName: name, bucketName: name, queueUrls, publicUrl }
  const stream = streamOf(world)
  current = { ...world, checkpoint: {}, consumers, stream, sqs }
  applyVariables(world)
  Object.assign(process.env, patience)
}

export interface SettleOptions {
  /** How often each change and each message is handed over; copies that workers send again count as such. */
  deliveries?: number
  /** What failed for good is given back instead of thrown. */
  mayFail?: boolean
  /** Whether the index of search is kept, which otherwise it is if the test file speaks of search. */
  index?: boolean
  /** Whether texts are made of documents, which otherwise they are if the test file speaks of them. */
  texts?: boolean
}

export interface Settled {
  changes: number
  messages: number
  /** Changes that were put aside and messages that went to the dead letters. */
  failed: { changes: DynamoDBRecord[]; messages: { queue: string; body: unknown }[] }
}

/** Hands the messages over `deliveries` times; of equal bodies (then copies of one another) no more than this many. */
const repeating = (handler: QueueFunction, deliveries: number, name: string) => {
  const handed = new Map<string, number>()
  return async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
    if (deliveries === 1) return whileHidden(Records, () => handler({ Records }, lambdaContext(name)))
    const failures = new Map<string, { itemIdentifier: string }>()
    for (let n = 0; n < deliveries; n += 1) {
      const due = Records.filter(({ body }) => (handed.get(body) ?? 0) < deliveries)
      for (const { body } of due) handed.set(body, (handed.get(body) ?? 0) + 1)
      if (due.length === 0) break
      const work = () => handler({ Records: due }, lambdaContext(name))
      const { batchItemFailures } = await whileHidden(due, work)
      for (const failure of batchItemFailures) failures.set(failure.itemIdentifier, failure)
    }
    return { batchItemFailures: [...failures.values()] }
  }
}

/** What Lambda tells a function about the call, as far as the service looks at it. */
export const lambdaContext = (functionName: string) =>
  ({
    functionName,
    awsRequestId: randomUUID(),
    getRemainingTimeInMillis: () => 60_000,
  }) as Context

/** The folders whose tests read history: for all others keeping it would take a seventh of their time. */
const readsHistory = /\/test\/(docs|functions|history|personal-data|undo)\//

/** Hands changes to the functions behind the stream, and gives what either could not do. */
const handOver = async (event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
  const isRecorded = readsHistory.test(expect.getState().testPath ?? '')
  const answers = await Promise.all([
    dispatchChanges(event, lambdaContext('dispatcher')),
    ...(isRecorded ? [recordChanges(event, lambdaContext('recorder'))] : []),
  ])
  return { batchItemFailures: answers.flatMap(({ batchItemFailures }) => batchItemFailures) }
}

/** Whether the test file that runs speaks of something, in its name or in itself. */
const speaksOf = (pattern: RegExp) => {
  const spoken = new Map<string, boolean>()
  return () => {
    const { testPath = '' } = expect.getState()
    const isSpoken = spoken.get(testPath) ?? pattern.test(testPath + readFileSync(testPath, 'utf8'))
    spoken.set(testPath, isSpoken)
    return isSpoken
  }
}

/** What files say that read the index of search: kept for all others too, it would be a quarter of their calls. */
const isIndexRead = speaksOf(/search|\bq\b|knowledge|linked/i)

/** What files say that read the texts of documents: for each of them a process is started. */
const areTextsRead = speaksOf(
  /search|knowledge|text_status|read-text|texts|reader-|attach|\/(files|documents)\/.*test\.ts/i,
)

const takeDeadLetters = async (
  sqs: SQSClient,
  queue: string,
  url: string,
): Promise<Settled['failed']['messages']> => {
  const QueueUrl = deadLettersOf(url)
  const { Messages = [] } = await sqs.send(new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 }))
  if (Messages.length === 0) return []
  const taken = Messages.map(({ Body }) => ({ queue, body: JSON.parse(Body as string) as unknown }))
  return [...taken, ...(await takeDeadLetters(sqs, queue, url))]
}

/** One document at a time: two messages of one run would count as readers that have died. */
const readsDocuments = ['courses', 'texts']

/**
 * Lets all consequences happen: stream → dispatcher → queues → workers, until nothing is left to be done. Messages that
 * fail come again at once, five times in all. Throws when something failed for good, unless it may.
 */
export const settle = async ({
  deliveries = 1,
  mayFail = false,
  index = isIndexRead(),
  texts = areTextsRead(),
}: SettleOptions = {}): Promise<Settled> => {
  const { endpoints, tableName, checkpoint, consumers, queueUrls, stream, sqs } = world()
  const settled: Settled = { changes: 0, messages: 0, failed: { changes: [], messages: [] } }
  const changes = streamPoller({
    endpoints,
    tableName,
    checkpoint,
    stream,
    invoke: async (event) => {
      for (let n = 1; n < deliveries; n += 1) await handOver(event)
      return handOver(event)
    },
    setAside: async (record) => void settled.failed.changes.push(record),
  })
  const queues = consumers
    .filter(({ queue }) => (index || queue !== indexing.queue) && (texts || queue !== fileTexts.queue))
    .map(({ queue, name, url, handler }) => ({
      name: nameOf(url),
      poller: queuePoller({
        endpoints,
        url,
        client: sqs,
        invoke: repeating(handler, deliveries, name),
        ...(readsDocuments.includes(queue) && { atOnce: 1 }),
        retrySeconds: 0,
        visibilitySeconds: hiddenSeconds,
      }),
    }))
  let backlog: Awaited<ReturnType<typeof backlogs>>
  for (;;) {
    const seen = await changes.step()
    backlog = await backlogs(endpoints)
    const busy = queues.filter(({ name }) => (backlog.get(name)?.now ?? 0) > 0)
    const messages = await Promise.all(busy.map(({ poller }) => poller.step(0)))
    settled.changes += seen
    for (const count of messages) settled.messages += count
    if (seen === 0 && busy.length === 0) break
    // what is left is hidden for a while
    if (seen === 0 && messages.every((count) => count === 0)) await sleep(20)
  }
  for (const [queue, url] of Object.entries(queueUrls))
    if (backlog.get(nameOf(deadLettersOf(url)))?.now)
      settled.failed.messages.push(...(await takeDeadLetters(sqs, queue, url)))
  const { failed } = settled
  if (!mayFail && failed.changes.length + failed.messages.length > 0)
    throw new Error(`Some consequences failed for good: ${JSON.stringify(failed)}`)
  return settled
}

/** Removes what is over this many seconds from now, as the table's TTL will, and lets the consequences happen. */
export const settleAfter = async (seconds: number): Promise<Settled> => {
  const { endpoints, tableName } = world()
  await expiry({ endpoints, tableName }).step(Math.floor(Date.now() / 1000) + seconds)
  return settle()
}
