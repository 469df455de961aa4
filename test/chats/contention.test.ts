import { expect, test } from 'vitest'
import { createMessage } from '../../src/chats/endpoints/create-message.ts'
import { call } from '../support/call.ts'
import { chatFor, givenChat } from '../support/given-chat.ts'
import { signedIn, type SignedIn } from '../support/people.ts'

test('of thirty who write into a chat at once each has their message written', async () => {
  const people = await Promise.all(Array.from({ length: 30 }, () => signedIn()))
  const [owner, ...others] = people as [SignedIn, ...SignedIn[]]
  const chat = await givenChat(owner, others)

  const answers = await Promise.all(
    people.map((as, n) =>
      call(createMessage, { as, params: { id: chat.id }, body: { text: `message ${n}` } }),
    ),
  )

  expect(answers.map(({ status }) => status)).toEqual(people.map(() => 201))
  const { items } = await chatFor(owner, chat, { limit: 100 })
  const texts = items.map(({ text }: { text: string }) => text)
  expect(texts.toSorted()).toEqual(people.map((_, n) => `message ${n}`).toSorted())
})
