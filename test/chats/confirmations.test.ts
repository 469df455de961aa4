import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createTrust } from '../../src/assistants/endpoints/create-trust.ts'
import { readTrust } from '../../src/assistants/endpoints/read-trust.ts'
import { updateAssistant } from '../../src/assistants/endpoints/update-assistant.ts'
import { confirmMessage } from '../../src/chats/endpoints/confirm-message.ts'
import { listPages } from '../../src/wiki/endpoints/list-pages.ts'
import {
  givenAssistant,
  givenChat,
  givenTalk,
  givenWords,
  messageFor,
  replyTo,
} from '../support/given-chat.ts'
import { givenFile } from '../support/given-file.ts'
import { givenProvider } from '../support/given-provider.ts'
import { act, confirmed } from '../support/given-reply.ts'
import { givenPage, givenSpace, made } from '../support/given.ts'
import { adaAndBob, signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'

const provider = await givenProvider()
let ada: SignedIn
let bob: SignedIn
/** A space in which everyone may write. */
let library: { id: string }

beforeEach(async () => {
  ;[ada, bob] = await adaAndBob()
  library = await givenSpace(ada)
})

afterEach(() => {
  vi.useRealTimers()
  delete process.env['ASSISTANT_CAUTION']
})

const statusesOf = ({ function_calls }: { function_calls: { status: string }[] }) =>
  function_calls.map(({ status }) => status)

const functions = ['wiki_create_page', 'wiki_list_spaces', 'wiki_delete_space', 'lms_read_all_notifications']

/** Creates a chat of `as` with an assistant by `by` that everyone may use. */
const givenOthers = async (as: SignedIn, by: SignedIn, fields: object = {}) => {
  const assistant = await givenAssistant(by, { functions, visibility: 'public', ...fields })
  return { assistant, chat: await givenChat(as, [assistant]) }
}

const page = (title: string) => ({
  name: 'wiki_create_page',
  arguments: { space_id: library.id, title },
})

const titlesIn = async ({ id }: { id: string }): Promise<string[]> =>
  (await made(listPages, { as: ada, params: { id } })).items.map(({ title }: { title: string }) => title)

describe('a write by an assistant that others can change', () => {
  test.each<[who: string, fields: () => object, as: () => Promise<SignedIn>]>([
    ['somebody who may only use it', () => ({}), async () => bob],
    ['an administrator', () => ({}), () => signedIn({ role: 'admin' })],
    [
      'somebody to whom it was granted',
      () => ({ grants: [{ user_id: bob.id, permission: 'edit' }] }),
      async () => bob,
    ],
    [
      'its owner, with whom others edit it',
      () => ({ grants: [{ user_id: bob.id, permission: 'edit' }] }),
      async () => ada,
    ],
  ])('needs the confirmation of %s', async (_, fields, as) => {
    const asker = await as()
    const { chat } = await givenOthers(asker, ada, fields())
    provider.step({ calls: [page('Unasked')] })

    const reply = await replyTo(asker, chat, 'Write a poem')

    expect([reply.status, statusesOf(reply)]).toEqual(['requires_action', ['waiting']])
    expect(await titlesIn(library)).toEqual([])
  })

  test('runs if the asker trusts the assistant with the function, while other functions wait', async () => {
    const { assistant, chat } = await givenOthers(bob, ada)
    await made(createTrust, { as: bob, params: assistant, body: { functions: ['wiki_create_page'] } })
    provider.step({ calls: [page('Trusted'), { name: 'lms_read_all_notifications', arguments: {} }] })

    const reply = await replyTo(bob, chat, 'Write a page')

    expect(statusesOf(reply)).toEqual(['completed', 'waiting'])
    expect(await titlesIn(library)).toEqual(['Trusted'])
  })

  test('waits again after the assistant has changed', async () => {
    const { assistant, chat } = await givenOthers(bob, ada)
    await made(createTrust, { as: bob, params: assistant, body: { functions: ['wiki_create_page'] } })
    await made(updateAssistant, { as: ada, params: assistant, body: { instructions: 'Be evil.' } })
    provider.step({ calls: [page('Changed')] })

    expect(statusesOf(await replyTo(bob, chat, 'Write a page'))).toEqual(['waiting'])
  })

  test('runs in another chat too after a confirmation with trust', async () => {
    const { assistant, chat } = await givenOthers(bob, ada)
    provider
      .step({ calls: [page('First')] })
      .say('Done.')
      .step({ calls: [page('Second')] })
      .say('Done.')

    const first = await confirmed(bob, await replyTo(bob, chat, 'A space'), { approve: true, trust: true })
    const second = await replyTo(bob, await givenChat(bob, [assistant]), 'Another')

    expect([statusesOf(first), statusesOf(second)]).toEqual([['completed'], ['completed']])
    expect((await made(readTrust, { as: bob, params: assistant })).functions).toEqual(['wiki_create_page'])
  })

  test.each<
    [what: string, status: number, code: string, prepare: (id: string) => Promise<unknown>, body: object]
  >([
    [
      'in a version that has not asked',
      409,
      'chats.assistant_changed',
      (id) => made(updateAssistant, { as: ada, params: { id }, body: { name: 'Another' } }),
      { approve: true, trust: true },
    ],
    ['by a no', 422, 'request.invalid', async () => {}, { approve: false, trust: true }],
  ])('does not gain trust %s', async (_, status, code, prepare, body) => {
    const { assistant, chat } = await givenOthers(bob, ada)
    provider.step({ calls: [page('Not trusted')] })
    const reply = await replyTo(bob, chat, 'A space')
    await prepare(assistant.id)

    const answer = await act(confirmMessage, bob, reply, body)

    expect([answer.status, answer.headers['x-error-code']]).toEqual([status, code])
    expect((await messageFor(bob, reply)).status).toBe('requires_action')
    expect((await made(readTrust, { as: bob, params: assistant })).functions).toEqual([])
  })

  test('never gains trust if its function can share', async () => {
    const { id } = await givenSpace(bob)
    const { chat } = await givenOthers(bob, ada, { functions: ['wiki_update_space'] })
    provider.call('wiki_update_space', { id, visibility: 'private' })
    const reply = await replyTo(bob, chat, 'Close it')

    const answer = await act(confirmMessage, bob, reply, { approve: true, trust: true })

    expect([answer.status, answer.detail]).toEqual([
      422,
      '"trust" is only allowed for functions with the effect "write".',
    ])
  })
})

describe('a write after the model has read texts by others', () => {
  const reading = { name: 'wiki_list_spaces', arguments: {} }
  const noticing = { name: 'lms_read_all_notifications', arguments: {} }

  test('waits even for an assistant of the asker’s own', async () => {
    const { chat } = await givenTalk(ada, { functions })
    provider.step({ calls: [reading] }).step({ calls: [page('After reading')] })

    expect(statusesOf(await replyTo(ada, chat, 'Tidy up'))).toEqual(['completed', 'waiting'])
  })

  test('waits even for people who trust the assistant', async () => {
    const { assistant, chat } = await givenOthers(bob, ada)
    await made(createTrust, { as: bob, params: assistant, body: { functions: ['wiki_create_page'] } })
    provider.step({ calls: [reading] }).step({ calls: [page('After reading')] })

    expect(statusesOf(await replyTo(bob, chat, 'Tidy up'))).toEqual(['completed', 'waiting'])
  })

  test('does not wait if only the asker sees its result', async () => {
    const { chat } = await givenTalk(ada, { functions })
    provider
      .step({ calls: [reading] })
      .step({ calls: [noticing] })
      .say('Done.')

    expect(statusesOf(await replyTo(ada, chat, 'Tidy up'))).toEqual(['completed', 'completed'])
  })

  test.each<[string, (id: string) => object]>([
    ['lms_enroll_course', (id) => ({ id })],
    ['lms_update_progress', (id) => ({ id, lesson_id: id, completed: true })],
  ])('waits if others see counts: %s', async (name, args) => {
    const { chat } = await givenTalk(ada, { functions: ['wiki_list_spaces', name] })
    provider.step({ calls: [reading] }).step({ calls: [{ name, arguments: args(library.id) }] })

    expect(statusesOf(await replyTo(ada, chat, 'Tidy up'))).toEqual(['completed', 'waiting'])
  })

  test('waits if passages were found for the question', async () => {
    await givenPage(bob, await givenSpace(bob), { content: 'The quagga is a kind of zebra.' })
    await settle({ index: true })
    const { chat } = await givenTalk(ada, { functions })
    provider.step({ calls: [page('Quagga')] })

    expect(statusesOf(await replyTo(ada, chat, 'What is a quagga?'))).toEqual(['waiting'])
  })

  test('waits in the following replies', async () => {
    const { chat } = await givenTalk(ada, { functions })
    provider
      .step({ calls: [reading] })
      .say('Next I would make a space.')
      .step({ calls: [page('Later')] })
    await replyTo(ada, chat, 'Look around')

    expect(statusesOf(await replyTo(ada, chat, 'Fine'))).toEqual(['waiting'])
  })

  test('waits if others have written in the chat', async () => {
    const chat = await givenChat(ada, [bob, await givenAssistant(ada, { functions })])
    await givenWords(bob, chat, 'Hello')
    provider.step({ calls: [page('In a group')] })

    expect(statusesOf(await replyTo(ada, chat, '@Helper hi'))).toEqual(['waiting'])
  })

  test.each<[what: string, by: () => SignedIn, wanted: { name: string; arguments: object }]>([
    ['reading, of an assistant of others', () => bob, reading],
    ['reading, of one’s own', () => ada, reading],
    ['a write, which returns what it has changed', () => ada, noticing],
  ])('asks for every call in front of others: %s', async (_, by, wanted) => {
    const assistant = await givenAssistant(by(), { functions, visibility: 'public' })
    const chat = await givenChat(ada, [bob, assistant])
    provider.step({ calls: [wanted] })

    expect(statusesOf(await replyTo(ada, chat, '@Helper hi'))).toEqual(['waiting'])
  })

  test('waits if a file is attached, whose name others may have chosen', async () => {
    const { chat } = await givenTalk(ada, { functions })
    const file = await givenFile(ada)
    provider.step({ calls: [page('With a file')] })

    const { replies } = await givenWords(ada, chat, { attachments: [file.id] })
    await settle()

    expect(statusesOf(await messageFor(ada, replies[0]!))).toEqual(['waiting'])
  })

  test.each([
    ['an assistant of one’s own', async () => (await givenTalk(ada, { functions })).chat, 'completed'],
    ['an assistant of others', async () => (await givenOthers(ada, bob)).chat, 'waiting'],
  ])('depends on the author with ASSISTANT_CAUTION=no: %s', async (_, given, status) => {
    process.env['ASSISTANT_CAUTION'] = 'no'
    const chat = await given()
    provider
      .step({ calls: [reading] })
      .step({ calls: [page('Without caution')] })
      .say('Done.')

    expect(statusesOf(await replyTo(ada, chat, 'Tidy up')).at(-1)).toBe(status)
  })
})
