import { SQSClient } from '@aws-sdk/client-sqs'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { queueFunctionName } from '../../infra/generation/endpoints.ts'
import { functions } from '../../infra/functions/functions.ts'
import { queuePoller } from '../../infra/local/lambda/queue-poller.ts'
import { localAws } from '../../infra/local/settings/variables.ts'
import { fanOut } from '../../src/platform/events/fan-out.ts'
import { messageKind } from '../../src/platform/events/message-kind.ts'
import { queueFunction } from '../../src/platform/events/queue-function.ts'
import { queueNames, queueSpec, type QueueName } from '../../src/platform/events/queues.ts'
import { sendToQueues } from '../../src/platform/events/sqs.ts'
import { worker, type Worker } from '../../src/platform/events/worker.ts'
import * as z from '../../src/platform/schema/schema.ts'
import { handTo } from '../support/messages.ts'
import { lambdaContext, world } from '../support/world.ts'

const root = join(import.meta.dirname, '../..')

const pages = messageKind('pages', 'notices', z.object({ cursor: z.string().nullable() }))
const mentions = messageKind('mentions', 'notices', z.object({ who: z.string() }))

/** Delivers the messages of queues to these workers, step by step. */
const givenQueues = (workers: Worker[]) => {
  const { endpoints, queueUrls } = world()
  const client = new SQSClient({ ...localAws, endpoint: endpoints.sqs })
  const stepOf = (queue: QueueName, atOnce: number) => {
    const own = workers.filter(({ queues }) => queues.includes(queue))
    const run = queueFunction(queue, Object.fromEntries(own.map((one) => [one.kind, one])))
    const invoke = async (event: Parameters<typeof run>[0]) => run(event, lambdaContext(queue))
    const url = queueUrls[queue] as string
    return queuePoller({ endpoints, url, client, atOnce, invoke, retrySeconds: 0 }).step
  }
  return { stepOf, end: () => client.destroy() }
}

/** Creates a worker that notifies 100,000 people, 200 at a time. */
const givenFanOut = () => {
  const people = Array.from({ length: 100_000 }, (_, n) => n)
  const told: number[] = []
  const one = fanOut(pages, async (_, { limit, cursor }) => {
    const from = Number(cursor ?? 0)
    told.push(...people.slice(from, from + limit))
    return from + limit < people.length ? String(from + limit) : null
  })
  return { one, people, told }
}

describe('A worker that continues by messages to itself', () => {
  test('processes 500 pages of 200 people, without omissions or duplicates', async () => {
    const { one, people, told } = givenFanOut()
    const { stepOf, end } = givenQueues([one])
    const [first, others] = [stepOf('notices', 10), stepOf('fan-outs', 10)]

    await sendToQueues([pages.message({ cursor: null })])
    let steps = await first(0)
    while ((await others(0)) > 0) steps += 1
    end()

    expect(steps).toBe(500)
    expect(told).toEqual(people)
  })

  test('causes a redelivery if the next message could not be sent', async () => {
    const kind = messageKind('pages', 'no-such-queue' as 'sweeps', z.object({ cursor: z.int() }))
    const handler = worker(kind, {}, async (message) => kind.message(message))

    const outcome = await handTo({ ...handler, queues: ['sweeps'] }, { cursor: 1 })

    expect(outcome.batchItemFailures).toHaveLength(1)
  })

  test('may send only to queues whose functions may recurse, by its type', () => {
    // @ts-expect-error notices go out at once, and lead to no other notices
    const { kind } = worker(mentions, {}, async (message) => mentions.message(message))

    expect(kind).toBe('mentions')
  })

  test('cannot send in any other way: only the platform talks to queues', () => {
    const senders = globSync('src/**/*.ts', { cwd: root }).filter((file) =>
      /from '[^']*\/sqs\.ts'/.test(readFileSync(join(root, file), 'utf8')),
    )

    const names = ['dead-letters', 'dispatcher', 'queue-counts', 'queue-function', 'scheduler', 'worker']
    expect(senders.sort()).toEqual(names.map((name) => `src/platform/events/${name}.ts`))
  })

  test('may recurse in Lambda, unlike all other functions', async () => {
    const all = Object.entries<object>(await functions('dev'))
    const recursive = queueNames.filter((name) => queueSpec(name).recursive)

    expect(recursive).not.toContain('notices')
    const allowed = all.filter(([, definition]) => 'recursiveLoop' in definition)
    expect(allowed).toEqual(
      recursive.map((name) => [queueFunctionName(name), expect.objectContaining({ recursiveLoop: 'Allow' })]),
    )
  })
})

test('delivers a mention while 100,000 people are notified of something else', async () => {
  const { one, told } = givenFanOut()
  const mentioned: [who: string, told: number][] = []
  const mention = worker(mentions, {}, async ({ who }) => void mentioned.push([who, told.length]))
  const { stepOf, end } = givenQueues([one, mention])
  // one run at a time for each queue
  const [notices, others] = [stepOf('notices', 1), stepOf('fan-outs', 1)]
  await sendToQueues([pages.message({ cursor: null })])
  await notices(0)
  await others(0)

  await sendToQueues([mentions.message({ who: 'Ada' })])
  await notices(0)
  const meanwhile = told.length
  while ((await others(0)) > 0);
  end()

  expect(mentioned).toEqual([['Ada', 400]])
  expect([meanwhile, told.length]).toEqual([400, 100_000])
})
