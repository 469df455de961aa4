import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { queuePoller } from '../../infra/local/lambda/queue-poller.ts'
import { queueFile } from '../../infra/generation/endpoints.ts'
import { readJob } from '../../src/jobs/endpoints/read-job.ts'
import { jobMessages } from '../../src/jobs/queues.ts'
import { sendToQueues } from '../../src/platform/events/sqs.ts'
import { listRevisions } from '../../src/wiki/endpoints/list-revisions.ts'
import { readSpace } from '../../src/wiki/endpoints/read-space.ts'
import { finishErasure, startErasure } from '../jobs/given.ts'
import { startDynamoProxy, type DynamoProxy } from '../support/dynamo-proxy.ts'
import { givenChat, givenWords } from '../support/given-chat.ts'
import { givenPage, givenSpace, made } from '../support/given.ts'
import { signedIn } from '../support/people.ts'
import { workerProcess } from '../support/worker-process.ts'
import { settle, world } from '../support/world.ts'
import { itemsWith, rareName } from './given.ts'

let table: DynamoProxy

beforeAll(async () => {
  table = await startDynamoProxy(world().endpoints.dynamodb)
})

afterAll(() => table.stop())

afterEach(() => {
  table.keeps = () => false
  table.loses = () => false
})

/** Delivers messages to a worker process until the call at which `waits` kills it. */
const killedWhen = async (waits: (kill: () => boolean) => void): Promise<void> => {
  const worker = workerProcess([queueFile('jobs')], {
    AWS_ENDPOINT_URL_DYNAMODB: table.url,
  })
  let isKilled = false
  waits(() => {
    void worker.kill()
    return (isKilled = true)
  })
  const { endpoints, queueUrls } = world()
  const url = queueUrls[jobMessages.erasure.queue] as string
  const invoke = (event: object) => worker.invoke<never>(event)
  const poller = queuePoller({ endpoints, url, atOnce: 1, invoke, retrySeconds: 0 })
  while (!isKilled && (await poller.step(5)) > 0);
  await worker.kill()
  expect(isKilled, 'the worker came to the point where it is killed').toBe(true)
}

const points: [string, (kill: () => boolean) => void][] = [
  [
    'before the account has gone',
    (kill) => (table.keeps = (_, body) => body.includes('"Former colleague"') && kill()),
  ],
  [
    'after the account has gone, and before that is known',
    (kill) => (table.loses = (_, __, body) => body.includes('"Former colleague"') && kill()),
  ],
  ['while it reads the table', (kill) => (table.keeps = (operation) => operation === 'Scan' && kill())],
  [
    'while it hands things over',
    (kill) => (table.loses = (_, __, body) => body.includes('"wiki.space"') && kill()),
  ],
  [
    'before it is known how far it came',
    (kill) => (table.keeps = (_, body) => body.includes('"handed_over"') && kill()),
  ],
]

describe('Erasure whose worker is killed', () => {
  test.each(points)('completes without a trace when killed %s', async (_, waits) => {
    const [admin, other] = await Promise.all([signedIn({ role: 'admin' }), signedIn()])
    const person = await signedIn({ name: rareName })
    const space = await givenSpace(person)
    const page = await givenPage(person, space)
    await givenWords(person, await givenChat(person, [other]))
    await settle()
    const { body: job } = await startErasure(admin, person)

    await sendToQueues([jobMessages.erasure.message({ job_id: job.id })])
    await killedWhen(waits)
    table.keeps = () => false
    table.loses = () => false
    await finishErasure(job)

    const { items } = await made(listRevisions, { as: other, params: { id: page.id } })
    expect(await itemsWith([...rareName.split(' '), person.email])).toEqual([])
    expect(await made(readJob, { as: admin, params: { id: job.id } })).toMatchObject({ status: 'completed' })
    expect((await made(readSpace, { as: other, params: { id: space.id } })).owner.id).toBe(admin.id)
    expect(items[0]!.author).toEqual({ id: person.id, name: 'Former colleague' })
  })
})
