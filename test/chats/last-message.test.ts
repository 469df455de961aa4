import { expect, test } from 'vitest'
import { deleteMessage } from '../../src/chats/endpoints/delete-message.ts'
import { listChats } from '../../src/chats/endpoints/list-chats.ts'
import { updateMessage } from '../../src/chats/endpoints/update-message.ts'
import { chatFor, givenAssistant, givenChat, givenWords } from '../support/given-chat.ts'
import { givenProvider } from '../support/given-provider.ts'
import { call } from '../support/call.ts'
import { made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'

/** Returns the last message of a person's newest chat, in their list and in the chat. */
const lastIn = async (as: SignedIn, chat: { id: string }) => {
  await settle()
  const { items } = await made(listChats, { as })
  return [items[0]!.last_message, (await chatFor(as, chat)).chat.last_message]
}

test('the last message of a chat follows edits and deletions', async () => {
  const [ada, bob] = [await signedIn(), await signedIn()]
  const chat = await givenChat(ada, [bob])
  const none = await lastIn(bob, chat)
  await givenWords(ada, chat, 'first')
  const { message } = await givenWords(ada, chat, `Lunch? ${'x'.repeat(300)}`)
  const params = { id: chat.id, message_id: message.id }

  const written = await lastIn(bob, chat)
  await call(updateMessage, { as: ada, params, body: { text: 'Dinner?' } })
  const edited = await lastIn(bob, chat)
  await call(deleteMessage, { as: ada, params })
  const deleted = await lastIn(bob, chat)

  const about = { author: { type: 'user', id: ada.id, name: ada.name }, created_at: message.created_at }
  const twice = (excerpt: string) => [0, 1].map(() => ({ ...about, excerpt }))
  expect({ none, written, edited, deleted }).toEqual({
    none: [null, null],
    written: twice(`Lunch? ${'x'.repeat(193)}`),
    edited: twice('Dinner?'),
    deleted: twice(''),
  })
})

const provider = await givenProvider()

test('a reply becomes the last message when it is complete', async () => {
  const ada = await signedIn()
  const assistant = await givenAssistant(ada)
  const chat = await givenChat(ada, [assistant])
  provider.say('A short answer.')
  await givenWords(ada, chat, 'A question')

  const last = await lastIn(ada, chat)

  expect(last).toMatchObject([0, 1].map(() => ({ author: { id: assistant.id }, excerpt: 'A short answer.' })))
})
