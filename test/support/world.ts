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
import { loadQueueFunctions } from '../../infra/generation/endpoints.ts'
import type { Endpoints } from '../../infra/local/settings/emulator-endpoints.ts'
import { expiry } from '../../infra/local/lambda/expiry.ts'
import { queuePoller } from '../../infra/local/lambda/queue-poller.ts'
import { makeBucket, makeQueues, makeTable } from '../../infra/local/service/resources.ts'
import type { Checkpoint } from '../../infra/local/lambda/shard-reader.ts'
import { streamPoller } from '../../infra/local/lambda/stream-poller.ts'
import { findTableStream, type Stream } from '../../infra/local/lambda/table-stream.ts'
import { applyVariables, localAws, patience, type World } from '../../infra/local/settings/variables.ts'
import type { QueueFunction } from '../../src/platform/events/queue-function.ts'
import { deadLetterQueue } from '../../src/platform/events/queues.ts'
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

/** Returns the world of this test file. */
export const world = () => {
  if (!current) throw new Error('There is no world: test/support/world-setup.ts did not run.')
  return current
}

/** Returns the number of messages in each queue by name, with delayed messages counted separately. */
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

/** Queues of this process, reused by its test files because creating them takes time. */
let made: Promise<Record<string, string>> | undefined

/** Queue functions, loaded once: otherwise each file would read all sources to check for changes. */
let functions: ReturnType<typeof loadQueueFunctions> | undefined

/** Returns this process's queues, without messages left by the previous test file. */
const emptyQueues = async (endpoints: Endpoints, sqs: SQSClient) => {
  const urls = await (made ??= makeQueues(endpoints, { prefix: `test-${randomUUID()}-` }))
  const left = await backlogs(endpoints)
  for (const QueueUrl of Object.values(urls).flatMap((url) => [url, deadLetterQueue(url)])) {
    const { now, later } = left.get(nameOf(QueueUrl)) ?? { now: 0, later: 0 }
    if (now + later > 0) await sqs.send(new PurgeQueueCommand({ QueueUrl }))
  }
  return urls
}

/** Creates a table and a bucket for this test file, and points the service to them and to empty queues. */
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
  const stream = findTableStream(world)
  current = { ...world, checkpoint: {}, consumers, stream, sqs }
  applyVariables(world)
  Object.assign(process.env, patience)
}

export interface SettleOptions {
  /** Number of deliveries of each change and message; copies that workers send again count as deliveries. */
  deliveries?: number
  /** True if permanent failures are returned instead of thrown. */
  mayFail?: boolean
  /** True if the search index is maintained; by default if the test file mentions search. */
  index?: boolean
  /** True if texts are extracted from documents; by default if the test file mentions them. */
  texts?: boolean
}

export interface Settled {
  changes: number
  messages: number
  /** Changes that failed permanently, and messages in the dead-letter queues. */
  failed: { changes: DynamoDBRecord[]; messages: { queue: string; body: unknown }[] }
}

/** Delivers each message `deliveries` times; messages of equal bodies count as copies of one message. */
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

/** Returns the Lambda context of a call, as far as the service reads it. */
export const lambdaContext = (functionName: string) =>
  ({
    functionName,
    awsRequestId: randomUUID(),
    getRemainingTimeInMillis: () => 60_000,
  }) as Context

/** Folders whose tests read history: recording it for all others would take a seventh of their time. */
const recorded = ['docs', 'functions', 'history', 'mcp', 'overview', 'personal-data', 'undo', 'webhooks']
const readsHistory = new RegExp(
  String.raw`/test/(?:(?:${recorded.join('|')})/|infra/explain|support-desk/working-day)`,
)

/** Delivers changes to the functions behind the stream; returns the failures of both. */
const handOver = async (event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
  const isRecorded = readsHistory.test(expect.getState().testPath ?? '')
  const answers = await Promise.all([
    dispatchChanges(event, lambdaContext('dispatcher')),
    ...(isRecorded ? [recordChanges(event, lambdaContext('recorder'))] : []),
  ])
  return { batchItemFailures: answers.flatMap(({ batchItemFailures }) => batchItemFailures) }
}

/** Returns a function that tells if the current test file matches a pattern, by its path or content. */
const speaksOf = (pattern: RegExp) => {
  const spoken = new Map<string, boolean>()
  return () => {
    const { testPath = '' } = expect.getState()
    const isSpoken = spoken.get(testPath) ?? pattern.test(testPath + readFileSync(testPath, 'utf8'))
    spoken.set(testPath, isSpoken)
    return isSpoken
  }
}

/** Pattern of files that read the search index: maintaining it for all others would be a quarter of their calls. */
const isIndexRead = speaksOf(/search|\bq\b|knowledge|linked/i)

/** Pattern of files that read texts of documents, because each document starts a process. */
const areTextsRead = speaksOf(
  /search|knowledge|text_status|read-text|texts|reader-|attach|\/(files|documents)\/.*test\.ts/i,
)

const takeDeadLetters = async (
  sqs: SQSClient,
  queue: string,
  url: string,
): Promise<Settled['failed']['messages']> => {
  const QueueUrl = deadLetterQueue(url)
  const { Messages = [] } = await sqs.send(new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 }))
  if (Messages.length === 0) return []
  const taken = Messages.map(({ Body }) => ({ queue, body: JSON.parse(Body as string) as unknown }))
  return [...taken, ...(await takeDeadLetters(sqs, queue, url))]
}

/** Queues processed one message at a time: two messages in one run would count as crashed readers. */
const readsDocuments = ['courses', 'texts']

/**
 * Processes all consequences: stream → dispatcher → queues → workers, until none is left. Failed messages are
 * redelivered immediately, up to five deliveries. Throws if a change or message failed permanently, unless `mayFail` is
 * true.
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
    // the remaining messages are not visible yet
    if (seen === 0 && messages.every((count) => count === 0)) await sleep(20)
  }
  for (const [queue, url] of Object.entries(queueUrls))
    if (backlog.get(nameOf(deadLetterQueue(url)))?.now)
      settled.failed.messages.push(...(await takeDeadLetters(sqs, queue, url)))
  const { failed } = settled
  if (!mayFail && failed.changes.length + failed.messages.length > 0)
    throw new Error(`Some consequences failed for good: ${JSON.stringify(failed)}`)
  return settled
}

/** Expires rows as of this many seconds from now, as the table's TTL does, and processes all consequences. */
export const settleAfter = async (seconds: number): Promise<Settled> => {
  const { endpoints, tableName } = world()
  await expiry({ endpoints, tableName }).step(Math.floor(Date.now() / 1000) + seconds)
  return settle()
}
