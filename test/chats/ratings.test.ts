import { beforeAll, describe, expect, test } from 'vitest'
import { deleteAssistant } from '../../src/assistants/endpoints/delete-assistant.ts'
import { readAssistant } from '../../src/assistants/endpoints/read-assistant.ts'
import { createMessage } from '../../src/chats/endpoints/create-message.ts'
import { rateMessage } from '../../src/chats/endpoints/rate-message.ts'
import { call } from '../support/call.ts'
import { chatFor, givenAssistant, givenChat, givenWords, messageFor, replyTo } from '../support/given-chat.ts'
import { givenProvider } from '../support/given-provider.ts'
import { made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'

const provider = await givenProvider()
let ada: SignedIn
let bob: SignedIn
let eve: SignedIn
let admin: SignedIn

beforeAll(async () => {
  ;[ada, bob, eve, admin] = await Promise.all([
    signedIn({ name: 'Ada Adams' }),
    signedIn({ name: 'Bob Brown' }),
    signedIn({ name: 'Eve Evans' }),
    signedIn({ role: 'admin' }),
  ])
})

interface Reply {
  id: string
  chat_id: string
}

const rate = (as: SignedIn, { id, chat_id }: Reply, body: object) =>
  call(rateMessage, { as, params: { id: chat_id, message_id: id }, body })

/** Returns the reply of an assistant of Eve's in a chat of Ada and Bob. */
const givenReply = async () => {
  const assistant = await givenAssistant(eve, { visibility: 'public' })
  const chat = await givenChat(ada, [bob, assistant])
  provider.say('At noon.')
  const reply: Reply = await replyTo(ada, chat, '@Helper, when is lunch?')
  return { assistant, reply, chat }
}

const countsFor = async (as: SignedIn, { id }: { id: string }) =>
  (await made(readAssistant, { as, params: { id } })).ratings

describe('POST /chats/{id}/messages/{message_id}/rating', () => {
  test('returns the caller’s own rating wherever they read the reply', async () => {
    const { reply, chat } = await givenReply()

    const answer = await rate(bob, reply, { rating: 'down', comment: 'It is at one.' })

    const own = { id: reply.id, rating: 'down', rating_comment: 'It is at one.' }
    expect([answer.status, answer.body]).toMatchObject([200, own])
    const [question, answered] = (await chatFor(bob, chat)).items
    const after = await chatFor(bob, chat, { after: question!.id })
    const changed = await chatFor(bob, chat, { updated_after: question!.created_at })
    const read = [answered, after.items[0], changed.items.at(-1), await messageFor(bob, reply)]
    expect(read).toMatchObject([own, own, own, own])
  })

  test('shows the rating to nobody else', async () => {
    const { reply, chat, assistant } = await givenReply()

    await rate(bob, reply, { rating: 'down', comment: 'Not for Ada' })

    const seen = [await chatFor(ada, chat), await messageFor(ada, reply)]
    const whole = JSON.stringify([...seen, await made(readAssistant, { as: eve, params: assistant })])
    expect(whole).not.toContain('Not for Ada')
    expect(seen[1]).toMatchObject({ rating: null, rating_comment: null })
  })

  test('counts once per person, and no longer after its removal', async () => {
    const { reply, assistant } = await givenReply()
    const counts = [await countsFor(eve, assistant)]
    const steps: [SignedIn, object][] = [
      [ada, { rating: 'up' }],
      [ada, { rating: 'up', comment: 'Yes' }],
      [bob, { rating: 'up' }],
      [bob, { rating: 'down' }],
      [ada, { rating: null }],
      [ada, { rating: null }],
    ]

    for (const [as, body] of steps) {
      expect((await rate(as, reply, body)).status).toBe(200)
      counts.push(await countsFor(eve, assistant))
    }

    expect(counts.map((count) => `${count?.up} up, ${count?.down} down`)).toEqual([
      '0 up, 0 down',
      '1 up, 0 down',
      '1 up, 0 down',
      '2 up, 0 down',
      '1 up, 1 down',
      '0 up, 1 down',
      '0 up, 1 down',
    ])
    expect(await messageFor(ada, reply)).toMatchObject({ rating: null, rating_comment: null })
  })

  test('counts concurrent ratings', async () => {
    const assistant = await givenAssistant(eve, { visibility: 'public' })
    const people = await Promise.all(Array.from({ length: 12 }, () => signedIn()))
    const chat = await givenChat(ada, [...people, assistant])
    provider.say('At noon.')
    const reply = await replyTo(ada, chat, '@Helper, when is lunch?')

    const answers = await Promise.all(people.map((as) => rate(as, reply, { rating: 'up' })))

    expect(answers.map(({ status }) => status)).toEqual(people.map(() => 200))
    expect(await countsFor(eve, assistant)).toEqual({ up: 12, down: 0 })
  })

  test('stays with its reply on older pages', async () => {
    const { reply, chat } = await givenReply()
    await rate(ada, reply, { rating: 'up' })
    for (const text of ['one', 'two', 'three'])
      await made(createMessage, { as: ada, params: { id: chat.id }, body: { text } })

    const newest = await chatFor(ada, chat, { limit: 3 })
    const older = await chatFor(ada, chat, { limit: 3, cursor: newest.next_cursor! })

    expect(newest.items.map(({ rating }: { rating: unknown }) => rating)).toEqual([null, null, null])
    expect(older.items.at(-1)).toMatchObject({ id: reply.id, rating: 'up' })
  })

  test('succeeds after the assistant was deleted', async () => {
    const { reply, assistant } = await givenReply()
    await call(deleteAssistant, { as: eve, params: { id: assistant.id } })

    expect((await rate(ada, reply, { rating: 'up' })).body.rating).toBe('up')
  })

  test('rejects the message of a person', async () => {
    const { message } = await givenWords(ada, await givenChat(ada, [bob]))

    const answer = await rate(bob, message, { rating: 'up' })

    expect([answer.status, answer.headers['x-error-code']]).toEqual([409, 'chats.no_reply'])
  })

  test('rejects a reply in progress', async () => {
    const { replies } = await givenWords(ada, await givenChat(ada, [await givenAssistant(ada)]))

    const answer = await rate(ada, replies[0]!, { rating: 'up' })

    expect([answer.status, answer.headers['x-error-code']]).toEqual([409, 'chats.reply_status'])
    await settle()
  })

  test('returns 404 outside the chat, even for the author of the assistant', async () => {
    const { reply } = await givenReply()

    expect((await rate(eve, reply, { rating: 'up' })).status).toBe(404)
  })

  test.each([
    ['another value', { rating: 'best' }, 'rating'],
    ['no rating', { comment: 'Good' }, 'rating'],
    ['a comment without a rating', { rating: null, comment: 'Good' }, 'comment'],
    ['a long comment', { rating: 'up', comment: 'x'.repeat(2_001) }, 'comment'],
  ])('rejects %s', async (_, body, field) => {
    const { reply } = await givenReply()

    const answer = await rate(ada, reply, body)

    expect([answer.status, answer.detail.includes(field)]).toEqual([422, true])
  })
})

test.each([
  ['its owner', () => eve, true],
  ['an administrator', () => admin, true],
  ['somebody who uses it', () => ada, false],
])('GET /assistants/{id} shows the counts of an assistant to %s: %o', async (_name, who, isShown) => {
  const { assistant } = await givenReply()

  expect(await countsFor(who(), assistant)).toEqual(isShown ? { up: 0, down: 0 } : null)
})
