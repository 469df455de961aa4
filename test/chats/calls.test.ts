import { beforeEach, describe, expect, test } from 'vitest'
import { cancelMessage } from '../../src/chats/endpoints/cancel-message.ts'
import { confirmMessage } from '../../src/chats/endpoints/confirm-message.ts'
import { retryMessage } from '../../src/chats/endpoints/retry-message.ts'
import { answerMessage } from '../../src/chats/workers/answer-message.ts'
import { listSpaces } from '../../src/wiki/endpoints/list-spaces.ts'
import { readSpace } from '../../src/wiki/endpoints/read-space.ts'
import { readPage } from '../../src/wiki/endpoints/read-page.ts'
import { call, raw } from '../support/call.ts'
import {
  givenAssistant,
  givenChat,
  givenTalk,
  givenWords,
  messageFor,
  replyTo,
} from '../support/given-chat.ts'
import { handTo } from '../support/messages.ts'
import { givenProvider } from '../support/given-provider.ts'
import { act, confirmed } from '../support/given-reply.ts'
import { givenPage, givenSpace, made } from '../support/given.ts'
import { adaAndBob, signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'

const provider = await givenProvider()
let ada: SignedIn
let bob: SignedIn

beforeEach(async () => {
  ;[ada, bob] = await adaAndBob()
})

const functions = ['wiki_create_space', 'wiki_list_spaces', 'wiki_read_page', 'wiki_delete_page']

const spacesOf = async (as: SignedIn, q: string) => (await made(listSpaces, { as, query: { q } })).items

/** Returns the results that the model got for its calls. */
const results = () =>
  provider.requests
    .at(-1)
    ?.body.messages.filter(({ role }) => role === 'tool')
    .map(({ content }) => content)

describe('an assistant that calls functions', () => {
  test('works in several rounds and gets the results of earlier ones', async () => {
    const { chat } = await givenTalk(ada, { functions })
    provider.step({
      pieces: ['Let me see.'],
      calls: [{ name: 'wiki_create_space', arguments: { name: 'By a model' } }],
    })
    provider.call('wiki_list_spaces', { q: 'By a model' })
    provider.say('There it is.')

    const reply = await replyTo(ada, chat, 'Make me a space')

    expect(reply).toMatchObject({
      status: 'completed',
      text: 'Let me see.\n\nThere it is.',
      usage: { input_tokens: 33, output_tokens: 21 },
      function_calls: [
        {
          name: 'wiki_create_space',
          arguments: { name: 'By a model' },
          effect: 'write',
          status: 'completed',
          result: { name: 'By a model', owner: { id: ada.id } },
          truncated: false,
          error: null,
        },
        { name: 'wiki_list_spaces', status: 'completed', result: { items: expect.any(Array) } },
      ],
    })
    expect(results()).toHaveLength(2)
    expect(await spacesOf(ada, 'By a model')).toHaveLength(1)
  })

  test('runs each call once although each message is delivered five times', async () => {
    const { chat } = await givenTalk(ada, { functions })
    provider.call('wiki_create_space', { name: 'Only one' }).say('Done.')

    await givenWords(ada, chat, 'Make me a space')
    await settle({ deliveries: 5 })

    expect(await spacesOf(ada, 'Only one')).toHaveLength(1)
    expect(provider.requests).toHaveLength(2)
  })

  test('gets the endpoint’s own error and continues', async () => {
    const { chat } = await givenTalk(ada, { functions })
    provider.call('wiki_create_space', { name: '' }).say('I could not.')

    const reply = await replyTo(ada, chat, 'Make me a space')

    expect(reply).toMatchObject({
      status: 'completed',
      function_calls: [{ status: 'failed', result: null, error: expect.stringContaining('"name"') }],
    })
    expect(results()?.[0]).toContain('name')
  })

  test('acts with the permissions of the asker, not of its author', async () => {
    const space = await givenSpace(ada, { visibility: 'private' })
    const page = await givenPage(ada, space, { title: 'Salaries', content: 'All of them.' })
    const assistant = await givenAssistant(ada, { functions, visibility: 'public' })
    const chat = await givenChat(bob, [assistant])
    provider.call('wiki_read_page', { id: page.id }).say('I cannot see it.')

    const reply = await replyTo(bob, chat, 'What do they earn?')

    expect(reply.function_calls).toMatchObject([{ status: 'failed', error: 'The page does not exist.' }])
    expect(JSON.stringify(provider.requests)).not.toContain('All of them.')
  })

  test('cannot call functions that are unknown or not permitted to it or to the asker’s role', async () => {
    const admin = await signedIn({ role: 'admin' })
    const assistant = await givenAssistant(admin, {
      functions: ['wiki_list_spaces', 'lms_create_category'],
      visibility: 'public',
    })
    const chat = await givenChat(ada, [assistant])
    provider.step({
      calls: [
        { name: 'wiki_create_space', arguments: { name: 'Smuggled' } },
        { name: 'auth_login', arguments: {} },
        { name: 'lms_create_category', arguments: { name: 'Smuggled' } },
      ],
    })
    provider.say('None of it.')

    const reply = await replyTo(ada, chat, 'Do it')

    const [first] = provider.requests
    expect(first?.body.tools?.map(({ function: { name } }) => name)).toEqual(['wiki_list_spaces'])
    expect(reply.function_calls.map(({ status, error }) => [status, error])).toEqual(
      ['wiki_create_space', 'auth_login', 'lms_create_category'].map((name) => [
        'failed',
        `This assistant has no function named "${name}".`,
      ]),
    )
    expect(await spacesOf(ada, 'Smuggled')).toEqual([])
  })

  test('stops after its last step, which is an answer', async () => {
    const { chat } = await givenTalk(ada, { functions, max_steps: 3 })
    provider.call('wiki_list_spaces').call('wiki_list_spaces').say('Enough.')

    const reply = await replyTo(ada, chat, 'Go on for ever')

    expect(reply).toMatchObject({ status: 'completed', text: 'Enough.' })
    expect(provider.requests.map(({ body }) => body.tools?.length ?? 0)).toEqual([4, 4, 0])
  })

  test('may send wrong arguments and too many calls at once', async () => {
    const { chat } = await givenTalk(ada, { functions })
    const many = Array.from({ length: 12 }, (_, n) => ({
      name: 'wiki_list_spaces',
      arguments: {},
      id: `c${n}`,
    }))
    provider.step({ calls: [{ name: 'wiki_list_spaces', arguments: '{"q": ' }, ...many] }).say('Fine.')

    const reply = await replyTo(ada, chat, 'Try')

    expect(reply.status).toBe('completed')
    expect(reply.function_calls).toHaveLength(13)
    expect(reply.function_calls.at(-1)).toMatchObject({
      status: 'failed',
      error: 'At most 8 functions can be called at once.',
    })
  })

  test('gets long results truncated, as does the reply', async () => {
    const space = await givenSpace(ada)
    const page = await givenPage(ada, space, { content: 'long '.repeat(40_000) })
    const { chat } = await givenTalk(ada, { functions })
    provider.call('wiki_read_page', { id: page.id }).say('Long.')

    const reply = await replyTo(ada, chat, 'Read it')

    const { result, truncated } = reply.function_calls[0]!
    expect([truncated, Buffer.byteLength(String(result))]).toEqual([true, 16_384])
    expect(results()?.[0]?.length).toBeLessThan(40_000)
  })
})

describe('a call that removes something', () => {
  const givenWaiting = async () => {
    const space = await givenSpace(ada)
    const page = await givenPage(ada, space)
    const assistant = await givenAssistant(ada, { functions })
    const chat = await givenChat(ada, [bob, assistant])
    provider.step({ pieces: ['I will.'], calls: [{ name: 'wiki_delete_page', arguments: { id: page.id } }] })
    const reply = await replyTo(ada, chat, '@Helper remove it')
    const isThere = async () => (await call(readPage, { as: ada, params: { id: page.id } })).status === 200
    return { chat, reply, isThere }
  }

  test('waits for the asker', async () => {
    const { reply, isThere } = await givenWaiting()

    expect(reply).toMatchObject({
      status: 'requires_action',
      function_calls: [{ name: 'wiki_delete_page', effect: 'destructive', status: 'waiting' }],
    })
    expect(await isThere()).toBe(true)
  })

  test('runs once when the asker approves it', async () => {
    const { reply, isThere } = await givenWaiting()
    provider.say('Gone.')

    const done = await confirmed(ada, reply, { approve: true })

    expect(done).toMatchObject({
      status: 'completed',
      text: 'I will.\n\nGone.',
      function_calls: [{ status: 'completed' }],
    })
    expect(await isThere()).toBe(false)
    expect((await act(confirmMessage, ada, reply, { approve: true })).status).toBe(409)
  })

  test('does not run when the asker refuses it, and the assistant learns of the refusal', async () => {
    const { reply, isThere } = await givenWaiting()
    provider.say('As you like.')

    const done = await confirmed(ada, reply, { approve: false })

    expect(done).toMatchObject({ status: 'completed', function_calls: [{ status: 'refused' }] })
    expect(results()?.[0]).toContain('refused')
    expect(await isThere()).toBe(true)
  })

  test('rejects confirmations by others, and of messages without waiting calls', async () => {
    const { chat, reply, isThere } = await givenWaiting()
    const { message } = await givenWords(bob, chat, 'Wait!')

    expect((await act(confirmMessage, bob, reply, { approve: true })).status).toBe(403)
    expect((await act(confirmMessage, ada, message, { approve: true })).status).toBe(409)
    expect((await act(confirmMessage, ada, reply, raw({}))).status).toBe(422)
    expect(await isThere()).toBe(true)
  })

  test('does not run after the reply was canceled, and waits again after a retry', async () => {
    const { reply, isThere } = await givenWaiting()

    expect((await act(cancelMessage, ada, reply)).body.status).toBe('cancelled')
    expect((await act(confirmMessage, ada, reply, { approve: true })).status).toBe(409)
    expect((await act(retryMessage, ada, reply)).body.status).toBe('pending')
    await settle()

    expect((await messageFor(ada, reply)).status).toBe('requires_action')
    expect(await isThere()).toBe(true)
  })
})

describe('a call that gives others access', () => {
  test('waits for the asker and leaves the permissions unchanged', async () => {
    const space = await givenSpace(ada, { visibility: 'private' })
    const { chat } = await givenTalk(ada, { functions: ['wiki_update_space'] })
    provider.call('wiki_update_space', { id: space.id, visibility: 'internal' })

    const reply = await replyTo(ada, chat, 'Improve my space')

    expect(reply).toMatchObject({
      status: 'requires_action',
      function_calls: [{ name: 'wiki_update_space', effect: 'sharing', status: 'waiting' }],
    })
    expect((await made(readSpace, { as: ada, params: { id: space.id } })).visibility).toBe('private')
  })

  test('waits if it publishes a draft', async () => {
    const page = await givenPage(ada, await givenSpace(ada), { status: 'draft' })
    const { chat } = await givenTalk(ada, { functions: ['wiki_update_page'] })
    provider.call('wiki_update_page', { id: page.id, status: 'published' })

    const reply = await replyTo(ada, chat, 'Publish my page')

    expect(reply.function_calls).toMatchObject([{ effect: 'sharing', status: 'waiting' }])
    expect((await made(readPage, { as: ada, params: { id: page.id } })).status).toBe('draft')
  })

  test('counts as an ordinary write if it shares nothing', async () => {
    const space = await givenSpace(ada, { visibility: 'private' })
    const { chat } = await givenTalk(ada, { functions: ['wiki_update_space'] })
    provider.call('wiki_update_space', { id: space.id, name: 'A better name' }).say('Renamed.')

    const reply = await replyTo(ada, chat, 'Rename my space')

    expect(reply).toMatchObject({
      status: 'completed',
      function_calls: [{ name: 'wiki_update_space', effect: 'write', status: 'completed' }],
    })
  })
})

describe('POST /chats/{id}/messages/{message_id}/cancel', () => {
  test('stops a reply while the model answers, along with the calls that the model wanted', async () => {
    const { chat } = await givenTalk(ada, { functions })
    const { promise: until, resolve } = Promise.withResolvers<void>()
    provider.step({
      pieces: ['Well', ' then'],
      calls: [{ name: 'wiki_create_space', arguments: { name: 'Too late' } }],
      until,
    })
    const { replies } = await givenWords(ada, chat, 'Make me a space')
    const settling = settle()
    await expect.poll(() => provider.requests.length).toBe(1)

    const answer = await act(cancelMessage, ada, replies[0]!)
    resolve()
    await settling

    expect([answer.status, answer.body.status]).toEqual([200, 'cancelled'])
    expect((await messageFor(ada, replies[0]!)).status).toBe('cancelled')
    expect(await spacesOf(ada, 'Too late')).toEqual([])
  })

  test('leaves the reply to the retry, even if the first run continues', async () => {
    const { chat } = await givenTalk(ada)
    const { promise: until, resolve } = Promise.withResolvers<void>()
    provider.step({ pieces: ['Well', ' then'], until }).say('Again.')
    const { replies } = await givenWords(ada, chat, 'Hi')
    const settling = settle()
    await expect.poll(() => provider.requests.length).toBe(1)

    await act(cancelMessage, ada, replies[0]!)
    await act(retryMessage, ada, replies[0]!)
    await handTo(answerMessage, { chat_id: chat.id, number: 2 })
    const reply = await messageFor(ada, replies[0]!)
    resolve()
    await settling

    expect(reply).toMatchObject({ status: 'completed', text: 'Again.' })
    expect(await messageFor(ada, replies[0]!)).toEqual(reply)
  })

  test('revokes the approval of a call', async () => {
    const space = await givenSpace(ada)
    const page = await givenPage(ada, space)
    const { chat } = await givenTalk(ada, { functions })
    provider.call('wiki_delete_page', { id: page.id })
    const reply = await replyTo(ada, chat, 'Remove it')

    await act(confirmMessage, ada, reply, { approve: true })
    await act(cancelMessage, ada, reply)
    await act(retryMessage, ada, reply)
    await settle()

    expect(await messageFor(ada, reply)).toMatchObject({
      status: 'requires_action',
      function_calls: [{ status: 'waiting' }],
    })
    expect((await call(readPage, { as: ada, params: { id: page.id } })).status).toBe(200)
  })

  test('allows only the asker and the owner of the chat, and only until the reply is complete', async () => {
    const cleo = await signedIn()
    const assistant = await givenAssistant(ada)
    const chat = await givenChat(ada, [bob, cleo, assistant])
    const { replies } = await givenWords(bob, chat, '@Helper hi')

    expect((await act(cancelMessage, cleo, replies[0]!)).status).toBe(403)
    expect((await act(cancelMessage, ada, replies[0]!)).body.status).toBe('cancelled')
    expect((await act(cancelMessage, bob, replies[0]!)).status).toBe(409)
    await settle()
    expect(provider.requests).toEqual([])
  })
})
