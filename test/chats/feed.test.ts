import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { createMessage } from '../../src/chats/endpoints/create-message.ts'
import { readChat } from '../../src/chats/endpoints/read-chat.ts'
import { readMessage } from '../../src/chats/endpoints/read-message.ts'
import { listNotifications } from '../../src/notifications/endpoints/list-notifications.ts'
import { call } from '../support/call.ts'
import { chatFor, givenChat, givenWords, messageFor } from '../support/given-chat.ts'
import { givenFile } from '../support/given-file.ts'
import { made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'

let ada: SignedIn
let bob: SignedIn
let eve: SignedIn

beforeAll(async () => {
  ;[ada, bob, eve] = await Promise.all([
    signedIn({ name: 'Ada Adams' }),
    signedIn({ name: 'Bob Brown' }),
    signedIn({ name: 'Eve Evans' }),
  ])
})

const write = (as: SignedIn, chat: { id: string }, body: object | string, headers = {}) =>
  call(createMessage, { as, params: { id: chat.id }, body, headers })

const textsOf = (items: { text: string }[]) => items.map(({ text }) => text)

const told = async (as: SignedIn) =>
  (await made(listNotifications, { as, query: { type: 'chat_mention' } })).items

describe('POST /chats/{id}/message', () => {
  test('writes a message with data, attachments and mentions', async () => {
    const chat = await givenChat(ada, [bob])
    const { message: first } = await givenWords(bob, chat, 'Which file?')
    const file = await givenFile(ada, { name: 'plan.txt' })
    const data = { deep: { list: [1, 'two', null] }, 'odd key…': true, nested: '{"a":1}' }

    const answer = await write(ada, chat, {
      text: 'This one.\n\nRead it, @Bob Brown!',
      data,
      attachments: [file.id],
      reply_to_id: first.id,
    })

    expect(answer.status).toBe(201)
    expect(answer.headers['location']).toMatch(`/chats/${chat.id}/messages/${answer.body.message.id}`)
    expect(answer.body.replies).toEqual([])
    expect(answer.body.message).toMatchObject({
      chat_id: chat.id,
      role: 'user',
      author: { type: 'user', id: ada.id, name: 'Ada Adams' },
      text: 'This one.\n\nRead it, @Bob Brown!',
      data,
      attachments: [{ id: file.id, name: 'plan.txt' }],
      reply_to_id: first.id,
      mentions: [bob.id],
      status: 'completed',
      function_calls: [],
      sources: [],
      error: null,
    })
    expect(await messageFor(bob, answer.body.message)).toEqual(answer.body.message)
  })

  test('keeps data that is nested deeper than the table allows', async () => {
    const chat = await givenChat(ada)
    const data = { at: JSON.parse(`${'['.repeat(60)}1${']'.repeat(60)}`) as unknown }

    const { message } = await givenWords(ada, chat, { data })

    expect(message.data).toEqual(data)
    expect((await chatFor(ada, chat)).items[0]!.data).toEqual(data)
  })

  test.each<[string, object | string]>([
    ['"text"', {}],
    ['"text"', { text: '' }],
    ['"text"', { text: ' \n ' }],
    ['"text"', { text: 'x'.repeat(32_001) }],
    ['"data"', { text: 'x', data: { x: 'y'.repeat(16_384) } }],
    ['"data"', { text: 'x', data: [1] }],
    ['"data" must not have numbers', '{"text": "x", "data": {"at": [{"size": 1e400}]}}'],
    ['"reply_to_id" must be the ID of a message of the chat.', { text: 'x', reply_to_id: randomUUID() }],
    ['"mentions[0]" must be the ID of a participant of the chat.', { text: 'x', mentions: [randomUUID()] }],
    [
      '"attachments[0]" must be the ID of a file that the caller may read.',
      { text: 'x', attachments: [randomUUID()] },
    ],
  ])('rejects invalid fields: %s', async (detail, body) => {
    const chat = await givenChat(ada)

    const answer = await write(ada, chat, body)

    expect(answer.status).toBe(422)
    expect(answer.detail).toContain(detail)
    expect((await chatFor(ada, chat)).items).toEqual([])
  })

  test('returns the same response when it is repeated with its key', async () => {
    const chat = await givenChat(ada)
    const key = { 'Idempotency-Key': randomUUID() }

    const [first, second] = [
      await write(ada, chat, { text: 'Once' }, key),
      await write(ada, chat, { text: 'Once' }, key),
    ]

    expect(second.body).toEqual(first.body)
    expect(textsOf((await chatFor(ada, chat)).items)).toEqual(['Once'])
  })

  test('keeps twelve concurrent messages in one order', async () => {
    const chat = await givenChat(ada, [bob])
    const texts = Array.from({ length: 12 }, (_, n) => `message ${n}`)

    const answers = await Promise.all(texts.map((text, n) => write(n % 2 ? ada : bob, chat, { text })))

    expect(answers.map(({ status }) => status)).toEqual(texts.map(() => 201))
    const { items } = await chatFor(ada, chat)
    expect(textsOf(items).toSorted()).toEqual(texts.toSorted())
    const [first] = items
    const { items: later } = await chatFor(ada, chat, { after: first!.id })
    expect(textsOf(later)).toEqual(textsOf(items).slice(1))
  })

  test('gives everyone in the chat access to the attachments, and nobody else', async () => {
    const { readFile } = await import('../../src/files/endpoints/read-file.ts')
    const chat = await givenChat(ada, [bob])
    const file = await givenFile(ada, { name: 'plan.txt' })
    await givenWords(ada, chat, { attachments: [file.id] })

    const statuses = await Promise.all(
      [bob, eve].map(async (as) => (await call(readFile, { as, params: { id: file.id } })).status),
    )

    expect(statuses).toEqual([200, 404])
  })
})

describe('a mention', () => {
  test('notifies each person mentioned by ID or name once, and never the author', async () => {
    const [a, b, c] = await Promise.all([
      signedIn({ name: 'Ann' }),
      signedIn({ name: 'Ann Lee' }),
      signedIn({ name: 'Cleo' }),
    ])
    const chat = await givenChat(a, [b, c])

    await givenWords(a, chat, { text: 'Look, @ann lee, and @Ann', mentions: [c.id] })
    await settle({ deliveries: 3 })

    expect(await told(b)).toMatchObject([
      {
        title: 'Ann mentioned you in “Release 2.0”',
        actor: { id: a.id },
        resource: { type: 'chat', id: chat.id },
      },
    ])
    expect(await told(c)).toHaveLength(1)
    expect(await told(a)).toEqual([])
  })

  test('mentions nobody if two people share the name', async () => {
    const [a, b] = await Promise.all([signedIn({ name: 'Twin' }), signedIn({ name: 'Twin' })])
    const chat = await givenChat(ada, [a, b])

    const { message } = await givenWords(ada, chat, 'Which @Twin?')

    expect(message.mentions).toEqual([])
  })
})

describe('GET /chats/{id}', () => {
  test('returns the newest messages, oldest first, and a cursor to older ones', async () => {
    const chat = await givenChat(ada)
    for (let n = 1; n <= 7; n++) await givenWords(ada, chat, `${n}`)

    const newest = await chatFor(ada, chat, { limit: 3 })
    const older = await chatFor(ada, chat, { limit: 3, cursor: newest.next_cursor! })
    const oldest = await chatFor(ada, chat, { limit: 3, cursor: older.next_cursor! })

    expect([newest, older, oldest].map(({ items }) => textsOf(items))).toEqual([
      ['5', '6', '7'],
      ['2', '3', '4'],
      ['1'],
    ])
    expect(oldest.next_cursor).toBeNull()
  })

  test('pages from a message to newer ones', async () => {
    const chat = await givenChat(ada)
    const { message: first } = await givenWords(ada, chat, '1')
    for (let n = 2; n <= 5; n++) await givenWords(ada, chat, `${n}`)

    const next = await chatFor(ada, chat, { after: first.id, limit: 2 })
    const rest = await chatFor(ada, chat, { after: first.id, limit: 2, cursor: next.next_cursor! })

    expect([next, rest].map(({ items }) => textsOf(items))).toEqual([
      ['2', '3'],
      ['4', '5'],
    ])
    expect(rest.next_cursor).toBeNull()
  })

  test('returns messages changed at or after a time', async () => {
    const chat = await givenChat(ada)
    await givenWords(ada, chat, 'before')
    const { message } = await givenWords(ada, chat, 'then')
    await givenWords(ada, chat, 'after')

    const { items } = await chatFor(ada, chat, { updated_after: message.updated_at })

    expect(textsOf(items).slice(-2)).toEqual(['then', 'after'])
  })

  test('rejects a message of another chat and two starting points', async () => {
    const chat = await givenChat(ada)
    const { message } = await givenWords(ada, await givenChat(ada))

    const foreign = await call(readChat, { as: ada, params: { id: chat.id }, query: { after: message.id } })
    const both = await call(readChat, {
      as: ada,
      params: { id: chat.id },
      query: { after: message.id, updated_after: message.created_at },
    })

    expect(foreign.detail).toBe('"after" must be the ID of a message of the chat.')
    expect(both.status).toBe(422)
  })

  test('marks messages as read up to the newest one shown', async () => {
    const chat = await givenChat(ada, [bob])
    for (let n = 1; n <= 3; n++) await givenWords(ada, chat, `${n}`)
    const [, second] = (await chatFor(ada, chat)).items

    const part = await chatFor(bob, chat, { updated_after: second!.updated_at })
    const all = await chatFor(bob, chat)

    expect(part.chat.unread_count).toBe(3)
    expect(all.chat.unread_count).toBe(0)
  })
})

describe('GET /chats/{id}/messages/{message_id}', () => {
  test('returns a message only to participants', async () => {
    const chat = await givenChat(ada, [bob])
    const { message } = await givenWords(ada, chat)
    const params = { id: chat.id, message_id: message.id }

    expect((await call(readMessage, { as: bob, params })).body).toEqual(message)
    expect((await call(readMessage, { as: eve, params })).status).toBe(404)
    expect(
      (await call(readMessage, { as: bob, params: { ...params, message_id: randomUUID() } })).status,
    ).toBe(404)
  })
})
