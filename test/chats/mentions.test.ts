import { expect, test } from 'vitest'
import { givenAssistant, givenChat, givenWords, messageFor } from '../support/given-chat.ts'
import { givenPage, givenSpace } from '../support/given.ts'
import { signedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'

test.each([
  [
    'a name of many words',
    'Guide to Larkfield and 2 more',
    '@Guide to Larkfield and 2 more When does the canteen open?',
  ],
  ['a name in another case', 'Guide to Larkfield', 'When does the canteen open, @guide to LARKFIELD?'],
])('the embedded model does not take %s for a part of the question', async (_, name, text) => {
  const [ada, bob] = [await signedIn(), await signedIn()]
  const space = await givenSpace(ada)
  await givenPage(ada, space, { title: 'Canteen', content: 'The canteen opens at eleven.' })
  const knowledge = [{ type: 'wiki_space' as const, id: space.id }]
  const assistant = await givenAssistant(ada, { name, model_id: 'extractive', knowledge })
  const chat = await givenChat(ada, [assistant, bob])
  await settle()

  const { message, replies } = await givenWords(ada, chat, text)
  await settle()

  expect(message.text).toBe(text)
  const reply = await messageFor(ada, replies[0]!)
  expect(reply.text).toMatch(/^This is what I found:/)
  expect(reply.text).toContain('opens at eleven')
})

test.each([
  ['an email address', 'Please write to info@example.com.'],
  ['an address of the web', 'See https://social.test/@example for that.'],
])('mentions are not taken from %s', async (_, text) => {
  const [ada, bob] = await Promise.all([signedIn(), signedIn()])
  const assistant = await givenAssistant(ada, { name: 'Example', model_id: 'extractive' })
  const chat = await givenChat(ada, [assistant, bob])

  const { message, replies } = await givenWords(ada, chat, text)

  expect(message.mentions).toEqual([])
  expect(replies).toEqual([])
})
