import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { EndpointHandler } from '../../src/platform/http/endpoint.ts'
import { createChat } from '../../src/chats/endpoints/create-chat.ts'
import { createMessage } from '../../src/chats/endpoints/create-message.ts'
import { deleteChat } from '../../src/chats/endpoints/delete-chat.ts'
import { listChats } from '../../src/chats/endpoints/list-chats.ts'
import { readChat } from '../../src/chats/endpoints/read-chat.ts'
import { updateChat } from '../../src/chats/endpoints/update-chat.ts'
import { call } from '../support/call.ts'
import { chatFor, givenChat, givenWords } from '../support/given-chat.ts'
import { made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'

let owner: SignedIn
let guest: SignedIn
let stranger: SignedIn
let admin: SignedIn

beforeAll(async () => {
  ;[owner, guest, stranger, admin] = await Promise.all([
    signedIn({ name: 'Olga Owner' }),
    signedIn({ name: 'Gus Guest' }),
    signedIn({ name: 'Sam Stranger' }),
    signedIn({ name: 'Ada Admin', role: 'admin' }),
  ])
})

const listed = async (as: SignedIn, query: { [name: string]: string | number } = {}) =>
  (await made(listChats, { as, query })).items

const nobody = randomUUID()

const idsOf = (items: { id: string }[]) => items.map(({ id }) => id)

describe('POST /chats', () => {
  test('creates a chat of the caller and the named people', async () => {
    const answer = await call(createChat, {
      as: owner,
      body: { topic: 'Plans', participants: [guest.id, owner.id] },
    })

    expect(answer.status).toBe(201)
    expect(answer.headers['location']).toMatch(new RegExp(`/api/v1/chats/${answer.body.id}$`))
    expect(answer.body).toMatchObject({
      topic: 'Plans',
      participants: [
        { type: 'user', id: owner.id, name: 'Olga Owner' },
        { type: 'user', id: guest.id, name: 'Gus Guest' },
      ],
      owner: { id: owner.id },
      last_message_at: null,
      unread_count: 0,
      version: 1,
    })
  })

  test.each([
    [
      'nobody',
      () => [nobody],
      `"participants[0]" must be the ID of a person or an assistant, not ${nobody}.`,
    ],
    ['somebody twice', () => [guest.id, guest.id], 'must not name a person or an assistant twice'],
    ['too many', () => Array.from({ length: 51 }, () => randomUUID()), '"participants"'],
  ])('rejects participants: %s', async (_, participants, detail) => {
    const answer = await call(createChat, {
      as: owner,
      body: { topic: 'Plans', participants: participants() },
    })

    expect(answer.status).toBe(422)
    expect(answer.detail).toContain(detail)
  })

  test.each([[{}], [{ topic: '' }], [{ topic: 'x'.repeat(256) }], [{ topic: 'x', colour: 'red' }]])(
    'rejects %j',
    async (body) => {
      const answer = await call(createChat, { as: owner, body })

      expect(answer.status).toBe(422)
    },
  )
})

describe('GET /chats', () => {
  test("lists the caller's chats, latest message first", async () => {
    const person = await signedIn()
    const [first, second, third] = [
      await givenChat(person),
      await givenChat(owner, [person]),
      await givenChat(person),
    ]
    await givenWords(person, first)
    await settle()

    const items = await listed(person)

    expect(idsOf(items)).toEqual([first.id, third.id, second.id])
    expect(items[0]!.last_message_at).not.toBeNull()
    expect(idsOf(await listed(stranger))).not.toContain(second.id)
  })

  test('returns pages of one', async () => {
    const person = await signedIn()
    for (let n = 0; n < 5; n++) await givenChat(person)
    const all = idsOf(await listed(person))

    const paged: string[] = []
    for (let cursor: string | undefined; ;) {
      const page = await made(listChats, { as: person, query: { limit: 1, ...(cursor && { cursor }) } })
      paged.push(...idsOf(page.items))
      if (page.next_cursor === null) break
      cursor = page.next_cursor
    }

    expect(paged).toEqual(all)
    expect(all).toHaveLength(5)
  })

  test('finds chats by topic, only for participants', async () => {
    const chat = await givenChat(owner, [guest], { topic: 'Zugvögel im Frühling' })
    await settle()

    expect(idsOf(await listed(guest, { q: 'zugvogel fruh' }))).toEqual([chat.id])
    expect(await listed(stranger, { q: 'zugvogel' })).toEqual([])
    expect(await listed(admin, { q: 'zugvogel' })).toEqual([])
  })
})

describe('a person outside a chat', () => {
  test.each<[string, EndpointHandler, object | undefined]>([
    ['reads', readChat, undefined],
    ['writes into', createMessage, { text: 'Hello' }],
    ['changes', updateChat, { topic: 'Mine' }],
    ['leaves', deleteChat, undefined],
  ])('never %s it, not even as an administrator', async (_, handler, body) => {
    const chat = await givenChat(owner, [guest])

    for (const as of [stranger, admin]) {
      const answer = await call(handler, { as, params: { id: chat.id }, body })
      expect([answer.status, answer.detail]).toEqual([404, 'The chat does not exist.'])
    }
  })
})

describe('PUT /chats/{id}', () => {
  test('changes the topic and the participants', async () => {
    const chat = await givenChat(owner, [guest])

    const answer = await call(updateChat, {
      as: owner,
      params: { id: chat.id },
      body: { ...chat, topic: 'Other plans', participants: [stranger.id] },
    })

    expect(answer.body).toMatchObject({ topic: 'Other plans', version: 2 })
    expect(idsOf(answer.body.participants)).toEqual([owner.id, stranger.id])
    expect((await call(readChat, { as: guest, params: { id: chat.id } })).status).toBe(404)
    expect((await chatFor(stranger, chat)).chat.topic).toBe('Other plans')
  })

  test('accepts the response of a GET', async () => {
    const chat = await givenChat(owner, [guest])

    const answer = await call(updateChat, { as: owner, params: { id: chat.id }, body: chat })

    expect(answer.status).toBe(200)
    expect(answer.body.participants).toEqual(chat.participants)
  })

  test('updates the lists of all participants', async () => {
    const [a, b] = await Promise.all([signedIn(), signedIn()])
    const chat = await givenChat(a, [b])
    await call(updateChat, { as: a, params: { id: chat.id }, body: { topic: 'Renamed' } })
    await settle()

    expect((await listed(b))[0]!.topic).toBe('Renamed')

    await call(updateChat, { as: a, params: { id: chat.id }, body: { participants: [] } })
    expect(await listed(b)).toEqual([])
  })

  test('rejects everyone but the owner', async () => {
    const chat = await givenChat(owner, [guest])

    const answer = await call(updateChat, { as: guest, params: { id: chat.id }, body: { topic: 'Mine' } })

    expect([answer.status, answer.headers['x-error-code']]).toEqual([403, 'chats.owner_required'])
  })

  test('honors If-Match', async () => {
    const chat = await givenChat(owner)

    const answer = await call(updateChat, {
      as: owner,
      params: { id: chat.id },
      body: { topic: 'Late' },
      headers: { 'If-Match': '"7"' },
    })

    expect(answer.status).toBe(412)
  })
})

describe('DELETE /chats/{id}', () => {
  test('removes the caller from the chat', async () => {
    const chat = await givenChat(owner, [guest])

    const answer = await call(deleteChat, { as: guest, params: { id: chat.id } })

    expect(answer.status).toBe(204)
    expect((await call(readChat, { as: guest, params: { id: chat.id } })).status).toBe(404)
    expect(idsOf((await chatFor(owner, chat)).chat.participants)).toEqual([owner.id])
  })

  test('ends the chat for everyone if the caller owns it', async () => {
    const [a, b] = await Promise.all([signedIn(), signedIn()])
    const chat = await givenChat(a, [b], { topic: 'Wolkenkuckucksheim' })
    await givenWords(b, chat)
    await settle()

    const answer = await call(deleteChat, { as: a, params: { id: chat.id } })

    expect(answer.status).toBe(204)
    for (const as of [a, b]) {
      expect((await call(readChat, { as, params: { id: chat.id } })).status).toBe(404)
      expect(await listed(as)).toEqual([])
    }
    await settle()
    expect(await listed(b, { q: 'wolkenkuckucksheim' })).toEqual([])
  })
})
