import { describe, expect, test } from 'vitest'
import { deleteMessage } from '../../src/chats/endpoints/delete-message.ts'
import { readChat } from '../../src/chats/endpoints/read-chat.ts'
import { updateChat } from '../../src/chats/endpoints/update-chat.ts'
import { listNotifications } from '../../src/notifications/endpoints/list-notifications.ts'
import { readAllNotifications } from '../../src/notifications/endpoints/read-all-notifications.ts'
import { call } from '../support/call.ts'
import { givenChat, givenWords } from '../support/given-chat.ts'
import { made } from '../support/given.ts'
import { adaAndBob, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'

const newsFor = async (as: SignedIn) => {
  const { items } = await made(listNotifications, { as, query: { type: 'chat_message,chat_mention' } })
  return items.map(({ type, body }) => [type, body])
}

describe('a message in a chat of people', () => {
  test('notifies the others, and again only after the first message was read', async () => {
    const [ada, bob] = await adaAndBob()
    const chat = await givenChat(ada, [bob])

    await givenWords(ada, chat, 'Hello.')
    await settle({ deliveries: 2 })
    await givenWords(ada, chat, 'Are you there?')
    await settle({ deliveries: 2 })
    const unread = await newsFor(bob)
    await call(readAllNotifications, { as: bob })
    await givenWords(ada, chat, 'Again.')
    await settle()

    expect(unread).toEqual([['chat_message', 'Hello.']])
    expect((await newsFor(bob)).toSorted((a, b) => a.join().localeCompare(b.join()))).toEqual([
      ['chat_message', 'Again.'],
      ['chat_message', 'Hello.'],
    ])
    expect(await newsFor(ada)).toEqual([])
  })

  test.each<[string, (bob: SignedIn, chat: { id: string }) => Promise<unknown>]>([
    ['read the chat', (bob, { id }) => made(readChat, { as: bob, params: { id } })],
    ['answered', (bob, chat) => givenWords(bob, chat, 'Yes.')],
  ])('notifies again once its reader has %s, and ends the earlier notification', async (_, see) => {
    const [ada, bob] = await adaAndBob()
    const chat = await givenChat(ada, [bob])
    await givenWords(ada, chat, 'One.')
    await settle()

    await see(bob, chat)
    await givenWords(ada, chat, 'Two.')
    await settle({ deliveries: 2 })
    await givenWords(ada, chat, 'Three.')
    await settle({ deliveries: 2 })

    const { items } = await made(listNotifications, {
      as: bob,
      query: { unread: true, type: 'chat_message' },
    })
    expect(await newsFor(bob)).toEqual([
      ['chat_message', 'Two.'],
      ['chat_message', 'One.'],
    ])
    expect(items.map(({ body }) => body)).toEqual(['Two.'])
  })

  test('notifies once for concurrent messages, and again after their deletion', async () => {
    const [ada, bob] = await adaAndBob()
    const chat = await givenChat(ada, [bob])
    const sent = await Promise.all(['One.', 'Two.', 'Three.'].map((text) => givenWords(ada, chat, text)))
    await settle()
    const told = await newsFor(bob)

    const deleting = sent.map(({ message: { id } }) =>
      made(deleteMessage, { as: ada, params: { id: chat.id, message_id: id } }),
    )
    await Promise.all(deleting)
    await settle()
    const withdrawn = await newsFor(bob)
    await givenWords(ada, chat, 'Four.')
    await settle()

    expect([told.length, withdrawn]).toEqual([1, []])
    expect(await newsFor(bob)).toEqual([['chat_message', 'Four.']])
  })

  test('does not notify former participants', async () => {
    const [ada, bob] = await adaAndBob()
    const chat = await givenChat(ada, [bob])
    await givenWords(ada, chat, 'Hello.')
    await settle()
    const before = await newsFor(bob)

    await made(updateChat, { as: ada, params: { id: chat.id }, body: { participants: [] } })
    await settle()

    expect([before.length, await newsFor(bob)]).toEqual([1, []])
  })

  test('notifies mentioned people only of the mention, and not after they have read it', async () => {
    const [ada, bob] = await adaAndBob()
    const chat = await givenChat(ada, [bob])

    await givenWords(ada, chat, 'Hello, @Bob Brown.')
    await settle()
    await givenWords(ada, chat, 'Seen at once.')
    await call(readChat, { as: bob, params: { id: chat.id } })
    await settle()

    expect(await newsFor(bob)).toEqual([['chat_mention', 'Hello, @Bob Brown.']])
  })
})
