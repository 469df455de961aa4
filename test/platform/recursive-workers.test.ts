import { SQSClient } from '@aws-sdk/client-sqs'
import type { Context } from 'aws-lambda'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { loadWorkers } from '../../infra/endpoints.ts'
import { functions } from '../../infra/functions.ts'
import { queuePoller } from '../../infra/local/queue-poller.ts'
import { localAws } from '../../infra/local/variables.ts'
import { queue } from '../../src/platform/events/queue.ts'
import { sendToQueues } from '../../src/platform/events/sqs.ts'
import * as z from '../../src/platform/schema/schema.ts'
import { worker } from '../../src/platform/events/worker.ts'
import { world } from '../support/world.ts'

const schema = z.object({ cursor: z.int() })
const pages = queue('course-from-file', schema)
const root = join(import.meta.dirname, '../..')

describe('a worker that goes on by messages to its own queue', () => {
  test('goes through 500 pages of 200 people, none of them twice and none missed', async () => {
    const people = Array.from({ length: 100_000 }, (_, n) => n)
    const told: number[] = []
    const handler = worker(pages, { recursive: true }, async ({ cursor }) => {
      told.push(...people.slice(cursor, cursor + 200))
      return cursor + 200 < people.length ? pages.message({ cursor: cursor + 200 }) : undefined
    })
    const { endpoints, queueUrls } = world()
    const client = new SQSClient({ ...localAws, endpoint: endpoints.sqs })
    const invoke = async (event: Parameters<typeof handler>[0]) => handler(event, {} as Context)
    const url = queueUrls[pages.name] as string
    const poller = queuePoller({ endpoints, url, client, batchSize: 10, invoke, retrySeconds: 0 })

    await sendToQueues([pages.message({ cursor: 0 })])
    let steps = 0
    while ((await poller.step(0)) > 0) steps += 1

    client.destroy()
    expect(steps).toBe(500)
    expect(told).toEqual(people)
  })

  test('has a message delivered again when the next one could not be sent', async () => {
    const missing = queue('no-such-queue', schema)
    const handler = worker(missing, { recursive: true }, async (message) => missing.message(message))
    const Records = [{ messageId: '1', body: '{"cursor":1}' }] as Parameters<typeof handler>[0]['Records']

    expect(await handler({ Records }, {} as Context)).toEqual({
      batchItemFailures: [{ itemIdentifier: '1' }],
    })
  })

  test('says so, by its type', () => {
    // @ts-expect-error what is not recursive gives nothing to go on with
    const { worker: spec } = worker(pages, {}, async (message) => pages.message(message))

    expect(spec.recursive).toBeUndefined()
  })

  test('cannot send otherwise: outside of the platform nobody speaks to queues', () => {
    const senders = globSync('src/**/*.ts', { cwd: root }).filter((file) =>
      /from '[^']*\/sqs\.ts'/.test(readFileSync(join(root, file), 'utf8')),
    )

    const names = ['dead-letters', 'dispatcher', 'scheduler', 'worker']
    expect(senders.sort()).toEqual(names.map((name) => `src/platform/events/${name}.ts`))
  })

  test('is let go on by Lambda, and no other function is', async () => {
    const all = Object.entries<object>(await functions('dev'))
    const recursive = (await loadWorkers()).filter(({ worker: spec }) => spec.recursive)

    expect(recursive.length).toBeGreaterThan(0)
    const allowed = all.filter(([, definition]) => 'recursiveLoop' in definition)
    expect(allowed).toEqual(
      recursive.map(({ name }) => [name, expect.objectContaining({ recursiveLoop: 'Allow' })]),
    )
  })
})
