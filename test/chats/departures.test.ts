import { beforeEach, describe, expect, test } from 'vitest'
import { cancelMessage } from '../../src/chats/endpoints/cancel-message.ts'
import { deleteChat } from '../../src/chats/endpoints/delete-chat.ts'
import { listChats } from '../../src/chats/endpoints/list-chats.ts'
import { updateChat } from '../../src/chats/endpoints/update-chat.ts'
import { answerMessage } from '../../src/chats/workers/answer-message.ts'
import { maxAttempts } from '../../src/platform/events/queues.ts'
import { functionOf, recordOf } from '../support/messages.ts'
import { withLease, isLeased, leases, takeLease } from '../../src/chats/lease.ts'
import { listSpaces } from '../../src/wiki/endpoints/list-spaces.ts'
import { call } from '../support/call.ts'
import { chatFor, givenAssistant, givenChat, givenWords, messageFor } from '../support/given-chat.ts'
import { givenProvider } from '../support/given-provider.ts'
import { made } from '../support/given.ts'
import { adaAndBob, signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'

const provider = await givenProvider()
let ada: SignedIn
let bob: SignedIn

beforeEach(async () => {
  ;[ada, bob] = await adaAndBob()
})

/** Creates a chat of Ada's in which Bob asks a question. */
const givenAsked = async () => {
  const assistant = await givenAssistant(ada, { functions: ['wiki_create_space'], visibility: 'public' })
  const chat = await givenChat(ada, [bob, assistant])
  const { replies } = await givenWords(bob, chat, '@Helper make me a space')
  return { assistant, chat, reply: replies[0] }
}

const spacesOf = async (as: SignedIn) => (await made(listSpaces, { as, query: { q: 'Too late' } })).items

const somebody = (count: number) => Promise.all(Array.from({ length: count }, () => signedIn()))

type Chat = { id: string }
const put = (chat: Chat, ...participants: Chat[]) =>
  made(updateChat, {
    as: ada,
    params: { id: chat.id },
    body: { participants: participants.map(({ id }) => id) },
  })

describe('a reply in progress', () => {
  test.each([
    [
      'who asked leaves',
      (chat: Chat) => call(deleteChat, { as: bob, params: { id: chat.id } }),
      'The person who asked',
    ],
    ['who asked is taken out', (chat: Chat, assistant: Chat) => put(chat, assistant), 'The person who asked'],
    ['the assistant is taken out', (chat: Chat) => put(chat, bob), 'The assistant "Helper"'],
  ])('makes no more calls and fails when %s', async (_, change, reason) => {
    const { promise: until, resolve } = Promise.withResolvers<void>()
    provider.step({
      pieces: ['Well', ' then'],
      calls: [{ name: 'wiki_create_space', arguments: { name: 'Too late' } }],
      until,
    })
    const { assistant, chat, reply } = await givenAsked()
    const settling = settle()
    await expect.poll(() => provider.requests.length).toBe(1)

    await change(chat, assistant)
    resolve()
    await settling

    expect(await messageFor(ada, reply!)).toMatchObject({
      status: 'failed',
      error: expect.stringContaining(reason),
    })
    expect(await spacesOf(bob)).toEqual([])
  })

  test('does not start if the assistant was removed before', async () => {
    const { chat, reply } = await givenAsked()

    await put(chat, bob)
    await settle()

    expect((await messageFor(ada, reply!)).status).toBe('failed')
    expect(provider.requests).toEqual([])
  })
})

describe('the lease of a reply', () => {
  test('stays with the run that has taken it over', async () => {
    const { reply } = await givenAsked()
    const own = await takeLease(reply!)
    if (!own) throw new Error('Nobody has the lease.')

    await withLease(own, async () => {
      await leases.update(own, { until: 0 })
      expect(await takeLease(reply!)).toBeDefined()
    })

    expect(await isLeased(reply!)).toBe(true)
  })

  test('stays with the run that took it after a cancellation', async () => {
    const { chat, reply } = await givenAsked()
    const own = await takeLease(reply!)
    if (!own) throw new Error('Nobody has the lease.')

    await withLease(own, async () => {
      await made(cancelMessage, { as: bob, params: { id: chat.id, message_id: reply!.id } })
      expect(await takeLease(reply!)).toBeDefined()
    })

    expect(await isLeased(reply!)).toBe(true)
  })

  test('ends with the work, so that the next worker can take it at once', async () => {
    const { reply } = await givenAsked()
    const own = await takeLease(reply!)
    if (!own) throw new Error('Nobody has the lease.')

    await withLease(own, async () => {})

    expect(await isLeased(reply!)).toBe(false)
  })

  test('prevents abandoning the reply, which is retried later', async () => {
    const { chat, reply } = await givenAsked()
    const own = await takeLease(reply!)
    const record = recordOf(
      { kind: answerMessage.kind, body: { chat_id: chat.id, number: 2 } },
      maxAttempts + 1,
    )
    const giveUp = () => functionOf(answerMessage)({ Records: [record] })

    const early = await giveUp()
    await leases.update(own as NonNullable<typeof own>, { until: 0 })
    const late = await giveUp()

    expect(early).toEqual({ batchItemFailures: [{ itemIdentifier: record.messageId }] })
    expect(late).toEqual({ batchItemFailures: [] })
    expect((await messageFor(ada, reply!)).status).toBe('failed')
  })
})

test('fifty people who replace fifty others may read and write at once', async () => {
  const [old, fresh] = await Promise.all([somebody(50), somebody(50)])
  const chat = await givenChat(ada, old)
  await givenWords(ada, chat, 'Welcome')

  await put(chat, ...fresh)

  const last = fresh.at(-1) as SignedIn
  expect((await chatFor(last, chat)).chat.unread_count).toBe(0)
  await givenWords(last, chat, 'Hello')
  expect((await made(listChats, { as: last })).items).toHaveLength(1)
  expect((await made(listChats, { as: old.at(-1) as SignedIn })).items).toEqual([])
})
