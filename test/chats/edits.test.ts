import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { deleteMessage } from '../../src/chats/endpoints/delete-message.ts'
import { updateMessage } from '../../src/chats/endpoints/update-message.ts'
import { readFile } from '../../src/files/endpoints/read-file.ts'
import { listNotifications } from '../../src/notifications/endpoints/list-notifications.ts'
import { retryMessage } from '../../src/chats/endpoints/retry-message.ts'
import { call } from '../support/call.ts'
import { chatFor, givenAssistant, givenChat, givenWords, messageFor, replyTo } from '../support/given-chat.ts'
import { givenFile } from '../support/given-file.ts'
import { givenProvider } from '../support/given-provider.ts'
import { made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'

const provider = await givenProvider()
let ada: SignedIn
let bob: SignedIn
let eve: SignedIn

beforeAll(async () => {
  // sessions must outlive the day that passes
  vi.stubEnv('SESSION_SECONDS', '200000')
  ;[ada, bob, eve] = await Promise.all([
    signedIn({ name: 'Ada Adams' }),
    signedIn({ name: 'Bob Brown' }),
    signedIn({ name: 'Eve Evans' }),
  ])
  vi.unstubAllEnvs()
})

afterEach(() => vi.useRealTimers())

interface Ref {
  id: string
  chat_id: string
}

const paramsOf = ({ id, chat_id }: Ref) => ({ id: chat_id, message_id: id })

const edit = (as: SignedIn, message: Ref, body: object, headers = {}) =>
  call(updateMessage, { as, params: paramsOf(message), body, headers })

const remove = (as: SignedIn, message: Ref, headers = {}) =>
  call(deleteMessage, { as, params: paramsOf(message), headers })

const changesSince = async (as: SignedIn, { chat_id }: Ref, updated_after: string) =>
  (await chatFor(as, { id: chat_id }, { updated_after })).items

const told = async (as: SignedIn) =>
  (await made(listNotifications, { as, query: { type: 'chat_mention' } })).items

/** Creates a message of Ada to Bob. */
const givenMessage = async (fields: object = {}) => {
  const chat = await givenChat(ada, [bob])
  return (await givenWords(ada, chat, { text: 'Lunch at noon?', ...fields })).message
}

const lastMessages = () => provider.requests.at(-1)?.body.messages ?? []

/** Lets a day and some minutes pass. */
const passDay = (minutes: number) =>
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + (24 * 60 + minutes) * 60_000 })

describe('PUT /chats/{id}/messages/{message_id}', () => {
  test('changes the text for everyone in the chat', async () => {
    const message = await givenMessage()

    const answer = await edit(ada, message, { text: 'Lunch at one?' })

    expect(answer.status).toBe(200)
    expect(answer.headers['etag']).toBe('"2"')
    expect(answer.body).toMatchObject({ text: 'Lunch at one?', version: 2, deleted_at: null })
    expect(answer.body.edited_at).toBe(answer.body.updated_at)
    const [changed, ...others] = await changesSince(bob, message, answer.body.updated_at)
    expect([changed!.id, changed!.text, others]).toEqual([message.id, 'Lunch at one?', []])
  })

  test('accepts the response of a GET and changes nothing', async () => {
    const file = await givenFile(ada)
    const message = await givenMessage({ attachments: [file.id], data: { ref: 1 } })

    const answer = await edit(ada, message, message)

    expect([answer.status, answer.body]).toEqual([200, message])
  })

  test.each([
    ['files', { attachments: [] }, /"?attachments"?.*cannot be changed/],
    ['data', { data: { ref: 2 } }, /"?data"?.*cannot be changed/],
    ['an empty text', { text: ' ' }, /text/],
    ['an unknown field', { title: 'x' }, /title/],
  ])('rejects other %s', async (_, body, detail) => {
    const file = await givenFile(ada)
    const message = await givenMessage({ attachments: [file.id] })

    const answer = await edit(ada, message, body)

    expect(answer.status).toBe(422)
    expect(answer.detail).toMatch(detail)
  })

  test('honors If-Match', async () => {
    const message = await givenMessage()

    const late = await edit(ada, message, { text: 'Two' }, { 'if-match': '"7"' })
    const right = await edit(ada, message, { text: 'Two' }, { 'if-match': '"1"' })

    expect([late.status, late.headers['x-error-code'], right.status]).toEqual([
      412,
      'chats.message_changed',
      200,
    ])
  })

  test('does not notify again', async () => {
    const message = await givenMessage({ text: 'Lunch, @Bob Brown?' })
    await settle()
    const before = await told(bob)

    await edit(ada, message, { text: 'Dinner, @Bob Brown?' })
    await settle()

    expect(await told(bob)).toEqual(before)
    expect((await messageFor(bob, message)).mentions).toEqual([bob.id])
  })

  test('changes the text that assistants read', async () => {
    const chat = await givenChat(ada, [await givenAssistant(ada)])
    provider.say('Monday.')
    const { reply_to_id } = await replyTo(ada, chat, 'When is the Zeppelin fair?')
    await edit(ada, { id: reply_to_id!, chat_id: chat.id }, { text: 'When is the canoe fair?' })
    provider.say('Yes.')

    await replyTo(ada, chat, 'Really?')

    const read = JSON.stringify(lastMessages())
    expect([read.includes('canoe'), read.includes('Zeppelin')]).toEqual([true, false])
  })
})

describe('DELETE /chats/{id}/messages/{message_id}', () => {
  test('leaves the message in the feed without its contents', async () => {
    const file = await givenFile(ada)
    const message = await givenMessage({
      text: 'Lunch, @Bob Brown?',
      data: { ref: 1 },
      attachments: [file.id],
    })
    const { message: answer } = await givenWords(bob, { id: message.chat_id }, { reply_to_id: message.id })

    const { status } = await remove(ada, message)

    expect(status).toBe(204)
    const [deleted, kept] = (await chatFor(bob, { id: message.chat_id })).items
    expect(deleted).toMatchObject({ id: message.id, text: '', data: null, attachments: [], mentions: [] })
    expect(deleted!.deleted_at).toBe(deleted!.updated_at)
    expect(kept).toMatchObject({ id: answer.id, reply_to_id: message.id })
    expect(await changesSince(bob, message, deleted!.updated_at)).toMatchObject([{ id: message.id }])
  })

  test('revokes access to the files of the message', async () => {
    const file = await givenFile(ada)
    const message = await givenMessage({ attachments: [file.id] })
    const read = async () => (await call(readFile, { as: bob, params: { id: file.id } })).status
    const before = await read()

    await remove(ada, message)

    expect([before, await read()]).toEqual([200, 404])
  })

  test('withdraws the notifications of mentioned people', async () => {
    const message = await givenMessage({ text: 'A secret for @Bob Brown' })
    await settle()
    const isTold = async () => JSON.stringify(await told(bob)).includes('A secret for')
    const before = await isTold()

    await remove(ada, message)
    await settle({ deliveries: 2 })

    expect([before, await isTold()]).toEqual([true, false])
  })

  test('succeeds repeatedly and prevents further edits', async () => {
    const message = await givenMessage()

    const statuses = [await remove(ada, message), await remove(ada, message)].map(({ status }) => status)
    const answer = await edit(ada, message, { text: 'Again' })

    expect(statuses).toEqual([204, 204])
    expect([answer.status, answer.headers['x-error-code']]).toEqual([409, 'chats.message_deleted'])
  })

  test('honors If-Match', async () => {
    const message = await givenMessage()

    expect((await remove(ada, message, { 'if-match': '"2"' })).status).toBe(412)
  })

  test('cancels the pending reply, which a retry cannot bring back', async () => {
    const chat = await givenChat(ada, [await givenAssistant(ada)])
    const { message, replies } = await givenWords(ada, chat, 'What is one?')

    await remove(ada, message)
    await settle()
    const cancelled = await messageFor(ada, replies[0]!)
    await made(retryMessage, { as: ada, params: paramsOf(replies[0]!) })
    await settle()

    expect([cancelled.status, cancelled.text]).toEqual(['cancelled', ''])
    expect(await messageFor(ada, replies[0]!)).toMatchObject({
      status: 'failed',
      error: 'The message it replies to was deleted.',
    })
  })

  test('hides the text from assistants but keeps their answers', async () => {
    const chat = await givenChat(ada, [await givenAssistant(ada)])
    provider.say('On Monday.')
    const reply = await replyTo(ada, chat, 'When is the Zeppelin fair?')
    await remove(ada, { id: reply.reply_to_id!, chat_id: chat.id })
    provider.say('Yes.')

    await replyTo(ada, chat, 'Really?')

    const read = JSON.stringify(lastMessages())
    expect([read.includes('On Monday.'), read.includes('Zeppelin')]).toEqual([true, false])
    expect((await messageFor(ada, reply)).text).toBe('On Monday.')
  })
})

describe.each([
  ['editing', (as: SignedIn, message: Ref) => edit(as, message, { text: 'Mine' })],
  ['deleting', (as: SignedIn, message: Ref) => remove(as, message)],
])('%s a message', (_, change) => {
  test('rejects another participant', async () => {
    const answer = await change(bob, await givenMessage())

    expect([answer.status, answer.headers['x-error-code']]).toEqual([403, 'chats.author_required'])
  })

  test('rejects the reply of an assistant', async () => {
    const chat = await givenChat(ada, [await givenAssistant(ada)])
    const { replies } = await givenWords(ada, chat)

    expect((await change(ada, replies[0]!)).headers['x-error-code']).toBe('chats.author_required')
    await settle()
  })

  test('responds with 404 outside the chat', async () => {
    const answer = await change(eve, await givenMessage())

    expect([answer.status, answer.headers['x-error-code']]).toEqual([404, 'chats.chat_not_found'])
  })

  test.each([
    ['is possible just before a day has passed', -1, undefined],
    ['is over when a day has passed', 1, 'chats.change_period_over'],
  ])('the change %s', async (_name, minutes, code) => {
    const message = await givenMessage()
    passDay(minutes)

    expect((await change(ada, message)).headers['x-error-code']).toBe(code)
  })
})
