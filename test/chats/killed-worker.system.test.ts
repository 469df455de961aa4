import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { queueFile } from '../../infra/generation/endpoints.ts'
import { leases } from '../../src/chats/lease.ts'
import { confirmMessage } from '../../src/chats/endpoints/confirm-message.ts'
import { answerMessage } from '../../src/chats/workers/answer-message.ts'
import { listSpaces } from '../../src/wiki/endpoints/list-spaces.ts'
import { readPage } from '../../src/wiki/endpoints/read-page.ts'
import { readSpace } from '../../src/wiki/endpoints/read-space.ts'
import { call } from '../support/call.ts'
import { startDynamoProxy } from '../support/dynamo-proxy.ts'
import { chatFor, givenTalk, givenWords, messageFor } from '../support/given-chat.ts'
import { givenPage, givenSpace, made } from '../support/given.ts'
import { eventOf, handTo } from '../support/messages.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { startProvider } from '../support/scripted-provider.ts'
import { workerProcess } from '../support/worker-process.ts'
import { world } from '../support/world.ts'

const [table, provider] = await Promise.all([startDynamoProxy(world().endpoints.dynamodb), startProvider()])
let ada: SignedIn

afterAll(() => Promise.all([table.stop(), provider.stop()]))

beforeEach(async () => {
  ada = await signedIn()
})

afterEach(() => {
  table.keeps = () => false
  table.loses = () => false
  vi.useRealTimers()
})

const replyTo = (chat: { id: string }) => ({ chat_id: chat.id, number: 2 })

const deliver = (chat: { id: string }) => handTo(answerMessage, replyTo(chat))

/** Asks an assistant that calls this function once and then says so. */
const givenQuestion = async (name: string, args: object) => {
  const { chat } = await givenTalk(ada, { functions: [name] })
  provider.answer = ({ body }) =>
    body.messages.some(({ role }) => role === 'tool')
      ? { pieces: ['Done.'] }
      : { pieces: ['I will.'], calls: [{ name, arguments: args }] }
  const { replies } = await givenWords(ada, chat, 'Do it')
  return { chat, reply: replies[0] }
}

/** Delivers the question to a separate worker process, which is killed at the call that `waits` waits for. */
const killedWhen = async (chat: { id: string }, waits: (kill: () => boolean) => void) => {
  const worker = workerProcess([queueFile('replies')], {
    AWS_ENDPOINT_URL_DYNAMODB: table.url,
  })
  let isKilled = false
  waits(() => {
    void worker.kill()
    return (isKilled = true)
  })
  await worker.invoke(eventOf({ kind: answerMessage.kind, body: replyTo(chat) })).catch(() => {})
  await worker.kill()
  expect(isKilled, 'the worker came to the point where it is killed').toBe(true)
}

/** Delivers the question again like the queue, and twice more. */
const deliveredAgain = async (chat: { id: string }) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
  for (let n = 0; n < 3; n++) expect(await deliver(chat)).toEqual({ batchItemFailures: [] })
  vi.useRealTimers()
}

const isTransaction = (operation: string) => operation === 'TransactWriteItems'
const isCreation = (operation: string, body: string) =>
  isTransaction(operation) && body.includes('"entityType":{"S":"wiki.space"}')
/** Returns true for a transaction that stores the outcome of a call. */
const isOutcome = (operation: string, body: string) =>
  isTransaction(operation) && body.includes('chat-reply#') && !body.includes('"Put":')
const isEnd = (operation: string, body: string) =>
  isTransaction(operation) && body.includes('"status":{"S":"completed"}')

const points: [string, (kill: () => boolean) => void][] = [
  [
    'before a call',
    (kill) =>
      (table.keeps = (operation, body) => operation === 'PutItem' && body.includes('idempotency#') && kill()),
  ],
  ['in a call', (kill) => (table.keeps = (...call) => isCreation(...call) && kill())],
  [
    'in a call that is done',
    (kill) => (table.loses = (operation, _, body) => isCreation(operation, body) && kill()),
  ],
  [
    'behind a call that it alone knows of',
    (kill) => (table.keeps = (...call) => isOutcome(...call) && kill()),
  ],
  ['behind a call', (kill) => (table.loses = (operation, _, body) => isOutcome(operation, body) && kill())],
  ['before the end', (kill) => (table.keeps = (...call) => isEnd(...call) && kill())],
  ['at the end', (kill) => (table.loses = (operation, _, body) => isEnd(operation, body) && kill())],
]

describe('a killed worker', () => {
  test.each(points)(
    'a worker killed %s leaves a reply that completes once, with the call done once',
    async (_, waits) => {
      const name = `Only ${randomUUID()}`
      const { chat, reply } = await givenQuestion('wiki_create_space', { name })

      await killedWhen(chat, waits)
      await deliveredAgain(chat)

      expect(await messageFor(ada, reply!)).toMatchObject({
        status: 'completed',
        text: 'I will.\n\nDone.',
        function_calls: [{ name: 'wiki_create_space', status: 'completed', result: { name }, error: null }],
      })
      expect((await made(listSpaces, { as: ada, query: { q: name } })).items.length).toBeLessThanOrEqual(1)
      const mine = (await made(listSpaces, { as: ada })).items
      expect(mine.filter((space: { name: string }) => space.name === name)).toHaveLength(1)
      expect((await chatFor(ada, chat)).items).toHaveLength(2)
    },
  )

  test('leaves a call that may still be running waiting, not failed', async () => {
    const { chat, reply } = await givenQuestion('wiki_create_space', { name: `Only ${randomUUID()}` })
    await killedWhen(
      chat,
      (kill) => (table.loses = (operation, _, body) => isCreation(operation, body) && kill()),
    )
    const lease = await leases.get(reply!)
    await leases.update(lease, { until: 0 })

    const early = await deliver(chat)
    const between = await messageFor(ada, reply!)
    await deliveredAgain(chat)

    expect(early.batchItemFailures).toHaveLength(1)
    expect(between.status).toBe('pending')
    expect((await messageFor(ada, reply!)).function_calls).toMatchObject([{ status: 'completed' }])
  })

  test('leaves a removal recorded as done', async () => {
    const page = await givenPage(ada, await givenSpace(ada))
    const { chat, reply } = await givenQuestion('wiki_delete_page', { id: page.id })
    await deliver(chat)
    const params = { id: chat.id, message_id: reply!.id }
    await made(confirmMessage, { as: ada, params, body: { approve: true } })

    await killedWhen(chat, (kill) => (table.keeps = (...call) => isOutcome(...call) && kill()))
    await deliveredAgain(chat)

    expect(await messageFor(ada, reply!)).toMatchObject({
      status: 'completed',
      function_calls: [{ status: 'completed', error: null }],
    })
    expect((await call(readPage, { as: ada, params: { id: page.id } })).status).toBe(404)
  })

  test('does not repeat a change over later changes by others', async () => {
    const space = await givenSpace(ada, { name: 'Before' })
    const { chat, reply } = await givenQuestion('wiki_update_space', { id: space.id, description: 'Once' })

    await killedWhen(chat, (kill) => (table.keeps = (...call) => isOutcome(...call) && kill()))
    await deliveredAgain(chat)

    expect((await messageFor(ada, reply!)).function_calls).toMatchObject([{ status: 'completed' }])
    expect((await made(readSpace, { as: ada, params: { id: space.id } })).version).toBe(2)
  })
})
