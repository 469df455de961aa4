import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { updateAssistant } from '../../src/assistants/endpoints/update-assistant.ts'
import { cancelMessage } from '../../src/chats/endpoints/cancel-message.ts'
import { confirmMessage } from '../../src/chats/endpoints/confirm-message.ts'
import { retryMessage } from '../../src/chats/endpoints/retry-message.ts'
import { readPage } from '../../src/wiki/endpoints/read-page.ts'
import { call } from '../support/call.ts'
import { givenAssistant, givenChat, messageFor, replyTo } from '../support/given-chat.ts'
import { givenProvider } from '../support/given-provider.ts'
import { givenPage, givenSpace, made } from '../support/given.ts'
import { act } from '../support/given-reply.ts'
import { adaAndBob, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'

const provider = await givenProvider()
let ada: SignedIn
let bob: SignedIn
let pages: [{ id: string }, { id: string }]

beforeEach(async () => {
  // sessions must outlive the waiting calls
  vi.stubEnv('SESSION_SECONDS', '200000')
  ;[ada, bob] = await adaAndBob()
  const space = await givenSpace(ada)
  pages = [await givenPage(ada, space), await givenPage(ada, space)]
})

afterEach(async () => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
  // a reply that continues would use the next test's script
  await settle()
})

const removal = ({ id }: { id: string }) => ({ name: 'wiki_delete_page', arguments: { id } })

let assistant: { id: string }

/** Returns a reply that waits with these calls, in a chat with Bob and an assistant of his. */
const givenWaiting = async (...calls: { name: string; arguments: object }[]) => {
  const functions = ['wiki_delete_page', 'wiki_create_revision']
  assistant = await givenAssistant(bob, { functions, visibility: 'public' })
  const chat = await givenChat(ada, [bob, assistant])
  provider.step({ calls })
  return replyTo(ada, chat, '@Helper tidy up')
}

type Reply = { id: string; chat_id: string; function_calls: { status: string }[] }

const settled = async (reply: Reply): Promise<Reply> => {
  await settle()
  return messageFor(ada, reply)
}

const statusesOf = ({ function_calls }: Reply) => function_calls.map(({ status }) => status)

/** Lets a day and some minutes pass. */
const passDay = (minutes: number) =>
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + (24 * 60 + minutes) * 60_000 })

const areThere = () =>
  Promise.all(pages.map(async ({ id }) => (await call(readPage, { as: ada, params: { id } })).status === 200))

describe('POST /chats/{id}/messages/{message_id}/confirm', () => {
  test('decides one call while the others keep waiting', async () => {
    const reply = await givenWaiting(...pages.map(removal))
    provider.say('Tidy.')

    const second = await act(confirmMessage, ada, reply, { approve: true, call_id: '0.1' })
    const between = await settled(reply)
    const first = await act(confirmMessage, ada, reply, { approve: false })

    expect([statusesOf(reply), statusesOf(second.body)]).toEqual([
      ['waiting', 'waiting'],
      ['waiting', 'pending'],
    ])
    expect([second.status, first.status, statusesOf(between)]).toEqual([200, 200, ['waiting', 'pending']])
    expect(statusesOf(await settled(reply))).toEqual(['refused', 'completed'])
    expect(await areThere()).toEqual([true, false])
  })

  test.each([
    ['that is not named, though several wait', {}],
    ['that there is not', { call_id: '0.7' }],
  ])('rejects a call %s', async (_, fields) => {
    const reply = await givenWaiting(...pages.map(removal))

    const answer = await act(confirmMessage, ada, reply, { approve: true, ...fields })

    expect([answer.status, answer.detail]).toEqual([422, expect.stringMatching(/^"call_id" /)])
    expect(await areThere()).toEqual([true, true])
  })

  test('shows the whole arguments of a waiting call and runs exactly these', async () => {
    const [{ id }, other] = pages
    const content = 'long '.repeat(15_000).trim()
    const reply = await givenWaiting(
      { name: 'wiki_create_revision', arguments: { id, content } },
      removal(other),
    )

    expect(reply.function_calls).toMatchObject([
      { status: 'waiting', arguments: { id, content }, truncated: false },
      { status: 'waiting' },
    ])
  })

  test.each([
    ['almost 24 hours', -1, 200],
    ['more than 24 hours', 1, 409],
  ])('checks the age of a call that has waited for %s', async (_, minutes, status) => {
    const reply = await givenWaiting(removal(pages[0]))
    passDay(minutes)

    const answer = await act(confirmMessage, ada, reply, { approve: true })

    expect([answer.status, answer.headers['x-error-code']]).toEqual([
      status,
      status === 409 ? 'chats.confirmation_expired' : undefined,
    ])
    vi.useRealTimers()
    expect(statusesOf(await settled(reply))).toEqual([status === 409 ? 'waiting' : 'completed'])
  })

  test('does not restart the period of a call when another one is confirmed', async () => {
    const reply = await givenWaiting(...pages.map(removal))
    await act(confirmMessage, ada, reply, { approve: true, call_id: '0.0' })
    await settled(reply)
    passDay(1)

    expect((await act(confirmMessage, ada, reply, { approve: true })).status).toBe(409)
    expect(await areThere()).toEqual([false, true])
  })

  test('restarts the period when a canceled reply is retried', async () => {
    const reply = await givenWaiting(removal(pages[0]))
    passDay(1)

    await act(cancelMessage, ada, reply)
    await act(retryMessage, ada, reply)
    expect(statusesOf(await settled(reply))).toEqual(['waiting'])

    expect((await act(confirmMessage, ada, reply, { approve: true })).status).toBe(200)
  })

  test('requires a new approval of a call that did not run before the reply failed', async () => {
    const reply = await givenWaiting(removal(pages[0]))
    const show = (visibility: 'private' | 'public') =>
      made(updateAssistant, { as: bob, params: assistant, body: { visibility } })
    await act(confirmMessage, ada, reply, { approve: true })
    await show('private')
    await settle()
    await show('public')

    const retried = await act(retryMessage, ada, reply)
    expect(retried.status, retried.text).toBe(200)
    expect(statusesOf(await settled(reply))).toEqual(['waiting'])
    expect(await areThere()).toEqual([true, true])
  })

  test('rejects everyone but the asker', async () => {
    const reply = await givenWaiting(removal(pages[0]))

    const answer = await act(confirmMessage, bob, reply, { approve: true })

    expect([answer.status, answer.headers['x-error-code']]).toEqual([403, 'chats.asker_required'])
    expect(await areThere()).toEqual([true, true])
  })
})
