import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { confirmMessage } from '../../src/chats/endpoints/confirm-message.ts'
import { createMessage } from '../../src/chats/endpoints/create-message.ts'
import { updateChat } from '../../src/chats/endpoints/update-chat.ts'
import { updateSpace } from '../../src/wiki/endpoints/update-space.ts'
import { call } from '../support/call.ts'
import { chatFor, givenAssistant, givenChat, givenWords, messageFor, replyTo } from '../support/given-chat.ts'
import { givenFile } from '../support/given-file.ts'
import { givenProvider } from '../support/given-provider.ts'
import { act, confirmed } from '../support/given-reply.ts'
import { givenSecret } from '../support/given-secret.ts'
import { givenDesk, givenTicket } from '../support/given-ticket.ts'
import { made } from '../support/given.ts'
import { adaAndBob, signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'

const provider = await givenProvider()
let ada: SignedIn
let bob: SignedIn

beforeEach(async () => {
  // sessions must outlive the waiting calls
  vi.stubEnv('SESSION_SECONDS', '200000')
  ;[ada, bob] = await adaAndBob()
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
})

const embedded = { model_id: 'extractive' }

/** Creates a chat of Ada's with Bob and an assistant of hers. */
const givenGroup = async (fields: { [field: string]: unknown } = embedded) =>
  givenChat(ada, [bob, await givenAssistant(ada, fields)])

/** Returns the messages in the last request to the model. */
const lastGiven = () => JSON.stringify(provider.requests.at(-1)?.body.messages)

describe('a source that only the asker may read, with others in the chat', () => {
  test('waits in a call that names the source only to the asker', async () => {
    const { page, question, sentence } = await givenSecret(ada, 'ocarina')
    const chat = await givenGroup()

    const reply = await replyTo(ada, chat, question)

    const waiting = { id: '0.0', name: 'search_read', effect: 'sharing', status: 'waiting' }
    const { id, title } = page
    expect(reply).toMatchObject({ status: 'requires_action', text: '', sources: [] })
    expect(reply.function_calls).toMatchObject([
      {
        ...waiting,
        arguments: {
          sources: [{ type: 'wiki_page', id, title }],
          readers: [{ id: bob.id, name: bob.name }],
        },
      },
    ])
    const forBob = await messageFor(bob, reply)
    expect(forBob.function_calls).toMatchObject([{ ...waiting, arguments: {}, result: null }])
    for (const hidden of [sentence, title, id]) expect(JSON.stringify(forBob)).not.toContain(hidden)
  })

  test("appears in the reply after the asker's approval", async () => {
    const { page, question, sentence } = await givenSecret(ada, 'bassoon')
    const reply = await replyTo(ada, await givenGroup(), question)

    const done = await confirmed(ada, reply, { approve: true })

    expect(done).toMatchObject({ status: 'completed', sources: [{ id: page.id, is_current: true }] })
    expect(done.function_calls).toMatchObject([{ name: 'search_read', status: 'completed' }])
    const forBob = await messageFor(bob, reply)
    expect(forBob).toMatchObject({ text: done.text, sources: [{ id: page.id, is_current: null }] })
    expect(forBob.text).toContain(sentence)
  })

  test("gives way to shared sources after the asker's refusal", async () => {
    const { question, sentence } = await givenSecret(ada, 'clarinet')
    const shared = await givenSecret(bob, 'clarinet', { visibility: 'internal' }, 12)
    const reply = await replyTo(ada, await givenGroup(), question)

    const done = await confirmed(ada, reply, { approve: false })

    expect(done).toMatchObject({ status: 'completed', sources: [{ id: shared.page.id }] })
    expect(done.function_calls).toMatchObject([{ status: 'refused' }])
    expect([done.text.includes(shared.sentence), done.text.includes(sentence)]).toEqual([true, false])
  })

  test('does not delay an answer that would not quote it', async () => {
    await givenSecret(ada, 'dulcimer')
    const shared = await givenSecret(bob, 'euphonium', { visibility: 'internal' })

    const reply = await replyTo(ada, await givenGroup(), shared.question)

    expect(reply).toMatchObject({ status: 'completed', sources: [{ id: shared.page.id }] })
  })

  test('waits if it is a ticket', async () => {
    const { agent, requester } = await givenDesk()
    await givenTicket(requester, { subject: 'Flugelhorn', description: 'The flugelhorn is broken.' })
    await settle()
    const chat = await givenChat(agent, [bob, await givenAssistant(agent, embedded)])

    const reply = await replyTo(agent, chat, '@Helper what is broken of the flugelhorn?')

    expect(reply.function_calls).toMatchObject([{ name: 'search_read', status: 'waiting' }])
  })

  test('waits also with an assistant of others, in any chat', async () => {
    const { question, sentence } = await givenSecret(ada, 'glockenspiel')
    const foreign = await givenAssistant(bob, { ...embedded, visibility: 'public' })
    const own = await givenAssistant(ada, { ...embedded, name: 'Own' })

    const alone = await replyTo(ada, await givenChat(ada, [foreign]), question)
    const beside = await replyTo(
      ada,
      await givenChat(ada, [own, foreign]),
      question.replace('@Helper', '@Own'),
    )
    const done = await confirmed(ada, alone, { approve: true })

    for (const { function_calls } of [alone, beside])
      expect(function_calls).toMatchObject([{ status: 'waiting', arguments: { readers: [{ id: bob.id }] } }])
    expect(done.text).toContain(sentence)
  })

  test('needs no approval if everyone may read it', async () => {
    const { question, page } = await givenSecret(ada, 'harmonica', { visibility: 'internal' })

    const reply = await replyTo(ada, await givenGroup(), question)

    expect(reply).toMatchObject({ status: 'completed', function_calls: [], sources: [{ id: page.id }] })
  })

  test('can be attached in front of everyone and used for an answer', async () => {
    const file = await givenFile(ada, { name: 'lute.md', bytes: 'The lute costs 4711 thalers a month.' })
    await settle()

    const { replies } = await givenWords(ada, await givenGroup(), {
      text: '@Helper how much does the lute cost?',
      attachments: [file.id],
    })
    await settle()

    expect(await messageFor(bob, replies[0]!)).toMatchObject({
      status: 'completed',
      sources: [{ id: file.id }],
    })
  })
})

describe('the sources given to a model in front of others', () => {
  const prepare = async (word: string) => {
    const carol = await signedIn({ name: 'Carol Clark' })
    const secret = await givenSecret(carol, word, { members: [[ada, 'read']] })
    const shared = await givenSecret(bob, word, { visibility: 'internal' }, 12)
    const chat = await givenGroup({})
    const reply = await replyTo(ada, chat, secret.question)
    expect([reply.status, provider.requests]).toEqual(['requires_action', []])
    const given = () => [secret, shared].map(({ sentence }) => lastGiven().includes(sentence))
    return { secret, reply, chat, carol, given }
  }

  test('include what the asker has approved', async () => {
    const { reply, given } = await prepare('kazoo')
    provider.say('It costs a lot.')

    await confirmed(ada, reply, { approve: true })

    expect(given()).toEqual([true, true])
  })

  test('exclude what the asker has refused', async () => {
    const { reply, given } = await prepare('lyre')
    provider.say('It costs a lot.')

    await confirmed(ada, reply, { approve: false })

    expect(given()).toEqual([false, true])
  })

  test('exclude what the asker may no longer read', async () => {
    const { secret, reply, carol, given } = await prepare('mandolin')
    await made(updateSpace, { as: carol, params: { id: secret.space.id }, body: { members: [] } })
    provider.say('It costs a lot.')

    await confirmed(ada, reply, { approve: true })

    expect(given()).toEqual([false, true])
  })

  test('exclude what the model requests itself by the same name', async () => {
    const { page } = await givenSecret(ada, 'nyckelharpa')
    provider
      .call('search_read', { sources: [{ type: 'wiki_page', id: page.id }] })
      .say('There is no such function.')

    const reply = await replyTo(ada, await givenGroup({}), '@Helper hello')

    expect(reply).toMatchObject({ status: 'completed', sources: [] })
    expect(reply.function_calls).toMatchObject([{ name: 'search_read', effect: null, status: 'failed' }])
  })

  test('exclude quotations in earlier answers that a newcomer may not read', async () => {
    const { secret, reply, chat } = await prepare('oboe')
    provider.say(`It says so: ${secret.sentence}`)
    await confirmed(ada, reply, { approve: true })
    const dora = await signedIn({ name: 'Dora Drake' })
    const participants = [...chat.participants.map(({ id }: { id: string }) => id), dora.id]
    await made(updateChat, { as: ada, params: { id: chat.id }, body: { participants } })
    provider.say('I cannot.')

    await replyTo(dora, chat, '@Helper please repeat that')

    expect(lastGiven()).toContain('[…]')
    expect(lastGiven()).not.toContain('4711')
  })
})

describe('the call that asks for approval of sources', () => {
  const givenWaiting = async (word: string) => {
    const { question } = await givenSecret(ada, word)
    return replyTo(ada, await givenGroup(), question)
  }

  test.each<
    [what: string, word: string, code: string, as: () => SignedIn, body: object, prepare?: () => unknown]
  >([
    ['by somebody else', 'piano', 'chats.asker_required', () => bob, { approve: true }],
    ['with trust', 'quena', 'request.invalid', () => ada, { approve: true, trust: true }],
    [
      'after a day',
      'rebec',
      'chats.confirmation_expired',
      () => ada,
      { approve: true },
      () => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_460_000 }),
    ],
  ])('cannot be confirmed %s', async (_, word, code, as, body, prepare) => {
    const reply = await givenWaiting(word)
    prepare?.()

    const answer = await act(confirmMessage, as(), reply, body)

    expect(answer.headers['x-error-code']).toBe(code)
  })

  test('reaches the asker in a stream', async () => {
    const { question, page } = await givenSecret(ada, 'saxophone')
    const chat = await givenGroup()

    const { text } = await call(createMessage, {
      as: ada,
      params: { id: chat.id },
      body: { text: question },
      headers: { Accept: 'text/event-stream' },
    })

    expect(text).toMatch(/event: function_call\n.*\n.*"search_read".*"waiting"/)
    expect(text).toMatch(/event: done\n.*\n.*"requires_action"/)
    expect(JSON.stringify(await chatFor(bob, chat))).not.toContain(page.id)
  })
})
