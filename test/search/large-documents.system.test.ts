import { ReceiveMessageCommand } from '@aws-sdk/client-sqs'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { queuePoller } from '../../infra/local/lambda/queue-poller.ts'
import { indexing } from '../../src/search/queues.ts'
import { searchEverything } from '../../src/search/endpoints/search-everything.ts'
import type * as queue from '#generated/queues/index-queue.ts'
import { call } from '../support/call.ts'
import { givenOwnPage, givenPage } from '../support/given.ts'
import { deployedLimits, givenTableProxy, type GivenTableProxy } from '../support/given-proxy.ts'
import { eventOf } from '../support/messages.ts'
import { lambdaContext, world } from '../support/world.ts'

let given: GivenTableProxy<typeof queue>

beforeAll(async () => {
  given = await givenTableProxy(() => import('#generated/queues/index-queue.ts'), deployedLimits)
})

beforeEach(() => Object.assign(given.proxy, { delay: 0, writesPerSecond: Infinity }))

afterAll(() => given.end())

const numberedWords = (count: number, name: string) =>
  Array.from({ length: count }, (_, n) => `${name}${n.toString(36)}x`).join(' ')

const givenIndexing = () => {
  const { endpoints, queueUrls } = world()
  const poller = queuePoller({
    endpoints,
    url: queueUrls[indexing.queue] as string,
    invoke: (event) => given.loaded.indexQueue(event, lambdaContext('index')),
    retrySeconds: 0,
  })
  return poller
}

/** Passes messages to one run of the worker. */
const runWith = (...bodies: object[]) => {
  const messages = bodies.map((body) => ({ kind: indexing.name, body }))
  return given.loaded.indexQueue(eventOf(...messages), lambdaContext('index'))
}

test('indexes a large page eventually, and a small one meanwhile, at 50 writes a second', async () => {
  const { author, space } = await givenOwnPage()
  const words = numberedWords(350, 'slow').split(' ')
  const large = await givenPage(author, space, { content: words.join(' ') })
  const small = await givenPage(author, space, { content: 'gazelle' })
  const isFound = async (q: string) =>
    (await call(searchEverything, { as: author, query: { q } })).body.items.length > 0
  given.proxy.writesPerSecond = 50

  // a separate run for each page, because the queue may deliver the large one alone
  await runWith({ type: 'wiki_page', id: large.id })
  await runWith({ type: 'wiki_page', id: small.id })
  expect([await isFound('gazelle'), await isFound(words.at(-1) as string)]).toEqual([true, false])

  const poller = givenIndexing()
  let isLargeFound = false
  // a message held by another run is redelivered after five seconds
  for (let idle = 0; !isLargeFound && idle < 10;) {
    idle = (await poller.step(1)) === 0 ? idle + 1 : 0
    isLargeFound = await isFound(words.at(-1) as string)
  }
  expect(isLargeFound).toBe(true)
})

interface BatchWrite {
  RequestItems: Record<string, { PutRequest?: { Item: { sk: { S: string } } } }[]>
}

/** Returns the calls that have written rows of pages since `from`, with the page of each row. */
const rowWrites = (from: number) =>
  given.proxy.calls.slice(from).flatMap(({ operation, body, ...times }) => {
    if (operation !== 'BatchWriteItem') return []
    const writes = Object.values((JSON.parse(body) as BatchWrite).RequestItems).flat()
    const ids = writes.flatMap(({ PutRequest }) => PutRequest?.Item.sk.S.split('#body#')[1] ?? [])
    return ids.length > 0 ? [{ ...times, ids }] : []
  })

test('writes the large pages of one run serially, without delaying a small page', async () => {
  const { author, space } = await givenOwnPage()
  const names = ['ants', 'bees', 'cats']
  const large = await Promise.all(
    names.map((name) => givenPage(author, space, { content: numberedWords(300, name) })),
  )
  const small = await givenPage(author, space, { content: 'gazelle' })
  const from = given.proxy.calls.length
  given.proxy.delay = 20

  await runWith(...[...large, small].map(({ id }) => ({ type: 'wiki_page', id })))

  const writes = rowWrites(from)
  const atOnce = writes.map(
    (write) => writes.filter((other) => other.from <= write.from && other.to > write.from).length,
  )
  // two batches of a large page, and that of the small one
  expect(Math.max(...atOnce)).toBeLessThanOrEqual(3)
  expect(writes.flatMap(({ ids }) => ids)).toHaveLength(3 * 300 + 1)
  expect(writes.findIndex(({ ids }) => ids.includes(small.id))).toBeLessThan(writes.length / 2)
})

/** Returns the waiting messages about these pages. */
const messagesOf = async (ids: string[]) => {
  const QueueUrl = world().queueUrls[indexing.queue]
  const command = new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10, VisibilityTimeout: 0 })
  const { Messages = [] } = await world().sqs.send(command)
  return Messages.flatMap(({ Body = '' }) =>
    ids.some((id) => Body.includes(id)) ? [(JSON.parse(Body) as { body: unknown }).body] : [],
  )
}

test('writes a part of one of many large pages per run, and keeps the rest in one message', async () => {
  const { author, space } = await givenOwnPage()
  const large = await Promise.all(
    ['dogs', 'eels', 'fish'].map((name) => givenPage(author, space, { content: numberedWords(1_100, name) })),
  )
  const ids = large.map(({ id }) => id)
  const from = given.proxy.calls.length
  given.proxy.delay = 30

  await runWith({ type: 'wiki_page', ids })

  const written = rowWrites(from).flatMap((write) => write.ids)
  expect(new Set(written)).toEqual(new Set(ids.slice(0, 1)))
  expect(written.length).toBeLessThan(500)
  expect(await messagesOf(ids)).toMatchObject([{ type: 'wiki_page', ids: [...ids.slice(1), ids[0]] }])
})
