import {
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SQSClient,
  DeleteMessageCommand,
  SendMessageCommand,
} from '@aws-sdk/client-sqs'
import type { Context, DynamoDBRecord } from 'aws-lambda'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { loadWorkers } from '../../infra/endpoints.ts'
import { startEmulators } from '../../infra/local/emulators.ts'
import { makeKeys, secretsOf } from '../../infra/local/keys.ts'
import { queuePoller } from '../../infra/local/queue-poller.ts'
import { deadLettersOf, makeBucket, makeQueues, makeTable, sourceOf } from '../../infra/local/resources.ts'
import { streamPoller } from '../../infra/local/stream-poller.ts'
import { applyVariables, localAws } from '../../infra/local/variables.ts'
import type { Role } from '../../src/platform/actor.ts'
import type { WorkerHandler } from '../../src/platform/worker.ts'
import { handler as dispatch } from '../../src/spine.ts'
import type { Dialect } from '../support/fault-dialects.ts'
import { startFaultProxy, type Counts, type Setting } from '../support/fault-proxy.ts'
import { signedIn } from '../support/people.ts'
import { scriptedKey, scriptedModelId, startProvider } from '../support/scripted-provider.ts'
import { startService } from '../support/service.ts'
import { clientOf, type Client } from './client.ts'

const dialects: Dialect[] = ['dynamodb', 'sqs', 's3', 'model']

/** What Lambda tells a function about the call, as far as the service looks at it. */
const context = (functionName: string) =>
  ({ functionName, awsRequestId: randomUUID(), getRemainingTimeInMillis: () => 60_000 }) as Context

const workersOf = async (queueUrls: Record<string, string>) =>
  Promise.all(
    (await loadWorkers()).map(async ({ file, name, worker }) => {
      const url = new URL(`../../${file}`, import.meta.url).href
      const { handler } = (await import(url)) as { handler: WorkerHandler }
      return { name, handler, url: sourceOf(worker, queueUrls), isForDeadLetters: worker.isForDeadLetters }
    }),
  )

/**
 * Feeds dispatcher and workers. They reach everything through the proxy; what reads stream and queues for them does not,
 * since that is Lambda's own business.
 */
const startConsequences = async (world: Parameters<typeof applyVariables>[0]) => {
  const { endpoints, tableName, queueUrls } = world
  const ending = new AbortController()
  const putAside: DynamoDBRecord[] = []
  const stream = streamPoller({
    endpoints,
    tableName,
    checkpoint: {},
    invoke: (event) => dispatch(event, context('dispatcher')),
    setAside: async (record) => void putAside.push(record),
  })
  const workers = await workersOf(queueUrls as Record<string, string>)
  const queues = workers.map(({ name, handler, url }) =>
    queuePoller({
      endpoints,
      url,
      batchSize: handler.worker.batchSize ?? 10,
      invoke: (event) => handler(event, context(name)),
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
    return Number(seen ?? 0) + Number(hidden ?? 0)
  }

  const isRead = new Set(workers.map(({ url }) => url))
  /** Puts what has failed for good back where it came from, as somebody does who was called by the alarm. */
  const redrive = async () => {
    let count = 0
    for (const record of putAside.splice(0)) {
      count += 1
      const { batchItemFailures } = await dispatch({ Records: [record] }, context('dispatcher'))
      if (batchItemFailures.length > 0) putAside.push(record)
    }
    for (const url of Object.values(queueUrls)) {
      const QueueUrl = deadLettersOf(url)
      if (isRead.has(QueueUrl) || (await waiting(QueueUrl)) === 0) continue
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
    /** Waits until nothing is left to be done; gives how much had failed for good and was done again. */
    settle: async (): Promise<number> => {
      let redriven = 0
      let calm = 0
      for (const deadline = Date.now() + 120_000; calm < 2;) {
        if (Date.now() > deadline) throw new Error('The consequences do not come to an end.')
        // a look at the stream is a tenth of a second old at the most
        await sleep(150)
        await stream.caughtUp()
        const left = await Promise.all([...isRead].map(waiting))
        const again = await redrive()
        redriven += again
        calm = again === 0 && left.every((count) => count === 0) ? calm + 1 : 0
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

/** The whole service over HTTP, and behind it emulators that are reached through the fault proxy. */
export const startFaultWorld = async () => {
  const keys = await makeKeys()
  const modelKeys = JSON.stringify({ [scriptedModelId]: scriptedKey })
  const { endpoints, stop } = await startEmulators({ secrets: secretsOf(keys, modelKeys) })
  const provider = await startProvider()
  const proxy = await startFaultProxy({
    dynamodb: endpoints.dynamodb,
    sqs: endpoints.sqs,
    s3: endpoints.s3,
    model: provider.url.replace('/v1', ''),
  })
  const [queueUrls] = await Promise.all([
    makeQueues(endpoints),
    makeTable(endpoints, 'faults'),
    makeBucket(endpoints, 'faults'),
  ])
  const names = { tableName: 'faults', bucketName: 'faults', publicUrl: 'http://127.0.0.1:3000' }
  const world = { ...names, endpoints, keys, queueUrls }
  const { dynamodb, sqs, s3, model } = proxy.urls
  const throughProxy = Object.entries(queueUrls).map(([name, url]) => [name, url.replace(endpoints.sqs, sqs)])
  applyVariables({
    ...world,
    queueUrls: Object.fromEntries(throughProxy) as Record<string, string>,
    endpoints: { ...endpoints, dynamodb, sqs, s3 },
  })
  provider.configure({ ...provider.entry, base_url: `${model}/v1` })
  const service = await startService()
  const consequences = await startConsequences(world)

  return {
    url: service.url,
    provider,
    settle: consequences.settle,

    /** Somebody new who calls the service. */
    person: async (role?: Role): Promise<{ id: string; client: Client }> => {
      const { id, token } = await signedIn({ ...(role && { role }) })
      return { id, client: clientOf(service.url, token) }
    },

    /** Does this to the calls of these services, of all when none are named, from now on. */
    strike: async (setting: Partial<Setting>, targets = dialects) => {
      for (const target of targets) await proxy.set(target, setting)
    },

    /** Does nothing to any call from now on; gives what was done so far. */
    calm: async (): Promise<Record<Dialect, Counts>> => {
      const counts = await Promise.all(
        dialects.map(async (name) => [name, await proxy.counts(name)] as const),
      )
      for (const target of dialects) await proxy.set(target, {})
      return Object.fromEntries(counts) as Record<Dialect, Counts>
    },

    stop: async () => {
      await consequences.stop()
      await service.stop()
      await provider.stop()
      await proxy.stop()
      await stop()
    },
  }
}

export type FaultWorld = Awaited<ReturnType<typeof startFaultWorld>>
