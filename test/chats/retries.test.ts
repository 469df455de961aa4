import { expect, test } from 'vitest'
import { retryMessage } from '../../src/chats/endpoints/retry-message.ts'
import { call } from '../support/call.ts'
import { givenTalk, givenWords, messageFor } from '../support/given-chat.ts'
import { givenProvider } from '../support/given-provider.ts'
import { givenPage, givenSpace } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { cancelMessage } from '../../src/chats/endpoints/cancel-message.ts'
import { settle } from '../support/world.ts'

const provider = await givenProvider()
const ada = await signedIn()

type Reply = { id: string; chat_id: string }

const paramsOf = ({ id, chat_id }: Reply) => ({ id: chat_id, message_id: id })

const retry = (as: SignedIn, reply: Reply, body?: unknown, headers = {}) =>
  call(retryMessage, { as, params: paramsOf(reply), body, headers })

/** Returns a reply of the scripted model that was canceled before it was written. */
const givenCancelled = async (): Promise<Reply> => {
  const { chat } = await givenTalk(ada)
  const { replies } = await givenWords(ada, chat, 'When does the canteen open?')
  await call(cancelMessage, { as: ada, params: paramsOf(replies[0]!) })
  await settle()
  return replies[0]!
}

test('a retry with another model names that model in the reply', async () => {
  const space = await givenSpace(ada)
  await givenPage(ada, space, { title: 'Canteen', content: 'The canteen opens at eleven.' })
  await settle({ index: true })
  const reply = await givenCancelled()

  const answer = await retry(ada, reply, { model_id: 'extractive' })
  await settle()

  expect(answer.body).toMatchObject({ status: 'pending', model_id: 'extractive' })
  expect(await messageFor(ada, reply)).toMatchObject({
    status: 'completed',
    model_id: 'extractive',
    text: expect.stringContaining('opens at eleven'),
  })
  expect(provider.requests).toHaveLength(0)
})

test.each([
  ['no body', undefined, {}],
  ['no body of any type', undefined, { 'content-type': 'text/plain' }],
  ['an empty body', {}, {}],
])("a retry with %s uses the assistant's model", async (_, body, headers) => {
  const reply = await givenCancelled()
  provider.say('At eleven.')

  const answer = await retry(ada, reply, body, headers)
  await settle()

  expect(answer.status).toBe(200)
  expect(await messageFor(ada, reply)).toMatchObject({ model_id: 'scripted', text: 'At eleven.' })
})

test.each([
  ['an unknown model', { model_id: 'gone' }],
  ['a model that is no text', { model_id: 1 }],
  ['an unknown field', { model: 'extractive' }],
])('a retry rejects %s', async (_, body) => {
  const answer = await retry(ada, await givenCancelled(), body)

  expect(answer.status).toBe(422)
  expect(answer.detail).toContain(Object.keys(body)[0])
})
