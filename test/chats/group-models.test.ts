import { beforeAll, expect, test } from 'vitest'
import { retryMessage } from '../../src/chats/endpoints/retry-message.ts'
import { givenAssistant, givenChat, givenTalk, messageFor, replyTo } from '../support/given-chat.ts'
import { givenGroup, setGroups } from '../support/given-group.ts'
import { givenProvider } from '../support/given-provider.ts'
import { act } from '../support/given-reply.ts'
import { adaAndBob } from '../support/people.ts'
import { settle } from '../support/world.ts'

const provider = await givenProvider()
const [ada, bob] = await adaAndBob()

beforeAll(async () => {
  const { id } = await givenGroup(ada)
  await provider.configure({ ...provider.entry, groups: [id] })
})

const refused = {
  status: 'failed',
  text: '',
  error: 'The person who asked may not use the model for this reply.',
}

test('a model for some groups writes only for their members', async () => {
  const assistant = await givenAssistant(ada, { visibility: 'public' })
  provider.say('At eleven.')

  const written = await replyTo(ada, await givenChat(ada, [assistant]), 'When does the canteen open?')
  const other = await replyTo(bob, await givenChat(bob, [assistant]), 'When does the canteen open?')

  expect(written).toMatchObject({ status: 'completed', text: 'At eleven.' })
  expect(other).toMatchObject(refused)
  expect(provider.requests).toHaveLength(1)
})

test('a retry rejects a model of other groups like an unknown one', async () => {
  const assistant = await givenAssistant(ada, { visibility: 'public' })
  const reply = await replyTo(bob, await givenChat(bob, [assistant]), 'When does the canteen open?')

  const [hidden, unknown] = [
    await act(retryMessage, bob, reply, { model_id: provider.entry.id }),
    await act(retryMessage, bob, reply, { model_id: 'none' }),
  ]
  const allowed = await act(retryMessage, bob, reply, { model_id: 'extractive' })

  expect([hidden.status, hidden.detail]).toEqual([422, unknown.detail])
  expect(allowed.status).toBe(200)
})

test('a former member of the group gets no reply, except with another model', async () => {
  const { chat } = await givenTalk(ada)
  await setGroups(ada)

  const reply = await replyTo(ada, chat, 'When does the canteen open?')
  await act(retryMessage, ada, reply, { model_id: 'extractive' })
  await settle()

  expect(reply).toMatchObject(refused)
  expect(await messageFor(ada, reply)).toMatchObject({ status: 'completed', model_id: 'extractive' })
})
