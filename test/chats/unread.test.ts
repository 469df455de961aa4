import { expect, test } from 'vitest'
import { deleteMessage } from '../../src/chats/endpoints/delete-message.ts'
import { listChats } from '../../src/chats/endpoints/list-chats.ts'
import { readChat } from '../../src/chats/endpoints/read-chat.ts'
import { call, raw } from '../support/call.ts'
import { chatFor, givenChat, givenWords } from '../support/given-chat.ts'
import { made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'

/** Returns the number of unread messages in a person's newest chat. */
const unreadOf = async (as: SignedIn): Promise<number> =>
  (await made(listChats, { as })).items[0]!.unread_count

test('each person has their own count of unread messages', async () => {
  const [a, b] = await Promise.all([signedIn(), signedIn()])
  const chat = await givenChat(a, [b])
  await givenWords(a, chat, 'one')
  await givenWords(a, chat, 'two')
  await settle()

  expect(await unreadOf(a)).toBe(0)
  expect(await unreadOf(b)).toBe(2)

  await chatFor(b, chat)
  expect(await unreadOf(b)).toBe(0)
})

test('a deleted message does not count as unread', async () => {
  const [a, b] = await Promise.all([signedIn(), signedIn()])
  const chat = await givenChat(a, [b])
  const sent = [await givenWords(a, chat, 'one'), await givenWords(a, chat, 'two')]
  await settle()
  const { id } = sent[0]!.message
  await call(deleteMessage, { as: a, params: { id: chat.id, message_id: id } })
  await settle({ deliveries: 2 })

  const before = await unreadOf(b)
  await chatFor(b, chat)
  await givenWords(a, chat, 'three')
  await settle()

  expect(before).toBe(1)
  expect(await unreadOf(b)).toBe(1)
})

test('reading a chat with mark_read=false changes nothing for anyone', async () => {
  const [a, b] = await Promise.all([signedIn(), signedIn()])
  const chat = await givenChat(a, [b])
  await givenWords(a, chat, 'one')
  await settle()
  const before = await chatFor(a, chat)

  const read = await chatFor(b, chat, { mark_read: 'false' })
  const after = await chatFor(a, chat)
  const wrong = await call(readChat, { as: b, params: { id: chat.id }, query: { mark_read: raw('no') } })

  expect(read.chat.unread_count).toBe(1)
  expect(await unreadOf(b)).toBe(1)
  expect(after.chat).toEqual(before.chat)
  expect(wrong.status).toBe(422)
  expect(wrong.detail).toBe('"mark_read" must be one of true, false.')
})

test('GET /chats returns 304 until a message arrives or the chat is read', async () => {
  const [a, b] = await Promise.all([signedIn(), signedIn()])
  const chats = await Promise.all([givenChat(a, [b]), givenChat(a, [b])])
  const ask = (etag = '"none"') =>
    call(listChats, { as: b, query: { limit: 1 }, headers: { 'If-None-Match': etag } })
  const first = await ask()
  const { etag } = first.headers

  const same = await ask(etag)
  await givenWords(a, chats[0], 'one')
  await settle()
  const changed = await ask(etag)
  await chatFor(b, chats[0])
  const read = await ask(changed.headers['etag'])

  expect([first.status, same.status, changed.status, read.status]).toEqual([200, 304, 200, 200])
  expect(same.text).toBe('')
})

test('messages stay read when several devices read concurrently', async () => {
  const [a, b] = await Promise.all([signedIn(), signedIn()])
  const chat = await givenChat(a, [b])
  for (let n = 0; n < 10; n++) await givenWords(a, chat, `${n}`)
  await settle()
  const { items } = await chatFor(a, chat)

  const pages = items.toReversed().map(({ id: after }: { id: string }) => ({ after, limit: 1 }))
  await Promise.all([chatFor(b, chat), ...pages.map((page: object) => chatFor(b, chat, { ...page }))])

  expect(await unreadOf(b)).toBe(0)
})
