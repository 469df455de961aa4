import { expect, test } from 'vitest'
import { createSpace } from '../../src/wiki/endpoints/create-space.ts'
import { updateSpace } from '../../src/wiki/endpoints/update-space.ts'
import { deleteSpace } from '../../src/wiki/endpoints/delete-space.ts'
import { unsubscribePage } from '../../src/wiki/endpoints/unsubscribe-page.ts'
import { subscribePage } from '../../src/wiki/endpoints/subscribe-page.ts'
import { login } from '../../src/auth/endpoints/login.ts'
import { getItems } from '../../src/platform/table/batch/batch-get.ts'
import type { Key } from '../../src/platform/table/operation.ts'
import { tombstoneKey } from '../../src/platform/table/tombstone.ts'
import { queryItems } from '../../src/platform/table/query.ts'
import { spaces } from '../../src/wiki/space/space.ts'
import { subscriptions } from '../../src/wiki/page/subscription.ts'
import { call } from '../support/call.ts'
import { givenAccount, rightPassword } from '../support/given-account.ts'
import { givenTalk, replyTo } from '../support/given-chat.ts'
import { givenProvider } from '../support/given-provider.ts'
import { givenPage, givenSpace } from '../support/given.ts'
import { adaAndBob, signedIn } from '../support/people.ts'

const provider = await givenProvider()

const originOf = async (key: Key) => (await getItems([key]))[0]?.['origin']

const notesOf = async (key: Key) => {
  const { items } = await queryItems({
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :sk)',
    ExpressionAttributeValues: { ':pk': tombstoneKey(key, '').pk, ':sk': tombstoneKey(key, '').sk },
  })
  return items.map(({ origin }) => origin)
}

test('an item stores its last writer with address and request', async () => {
  const [ada, bob] = await adaAndBob()
  const space = await givenSpace(ada, { members: [[bob, 'admin']] })

  const first = await originOf(spaces.keyOf(space))
  const { headers } = await call(updateSpace, {
    as: bob,
    params: space,
    body: { name: 'New' },
    address: '192.0.2.7',
  })

  expect(first).toMatchObject({ actor_id: ada.id, via: 'session' })
  expect(await originOf(spaces.keyOf(space))).toEqual({
    actor_id: bob.id,
    via: 'session',
    address: '192.0.2.7',
    request_id: headers['x-request-id'],
    at: expect.any(Number),
  })
})

test('a session is written by the person who signs in', async () => {
  const { id, email } = await givenAccount()

  expect((await call(login, { body: { email, password: rightPassword } })).status).toBe(200)

  const { items } = await queryItems({
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :sk)',
    ExpressionAttributeValues: { ':pk': `user#${id}`, ':sk': 'session#' },
  })
  const origins = items.map(({ origin }) => origin)
  expect(origins).toContainEqual(
    expect.objectContaining({ actor_id: id, via: 'session', address: '192.0.2.1' }),
  )
})

test('a change by an assistant names the person who asked, and the reply', async () => {
  const [ada] = await adaAndBob()
  const { chat, assistant } = await givenTalk(ada, { functions: ['wiki_create_space'] })
  provider.step({
    pieces: ['Yes.'],
    calls: [{ name: 'wiki_create_space', arguments: { name: 'By a model' } }],
  })
  provider.say('Done.')

  const reply = await replyTo(ada, chat, 'Make me a space')
  const { id } = reply.function_calls[0]!.result as { id: string }

  expect(await originOf(spaces.keyOf({ id }))).toMatchObject({
    actor_id: ada.id,
    via: 'assistant',
    reply: { chat_id: chat.id, message_id: reply.id, assistant_id: assistant.id },
  })
})

test('a deletion leaves a tombstone with its author', async () => {
  const [ada, bob] = await adaAndBob()
  const space = await givenSpace(ada, { members: [[bob, 'admin']] })

  expect((await call(deleteSpace, { as: bob, params: space })).status).toBe(204)

  expect(await notesOf(spaces.keyOf(space))).toEqual([expect.objectContaining({ actor_id: bob.id })])
})

test('each removal of a subscription leaves a tombstone with its author', async () => {
  const ada = await signedIn()
  const page = await givenPage(ada, await givenSpace(ada))
  const params = { id: page.id }

  for (const handler of [subscribePage, unsubscribePage, subscribePage, unsubscribePage])
    await call(handler, { as: ada, params })

  const key = subscriptions.keyOf({ page_id: page.id, user_id: ada.id })
  expect(await notesOf(key)).toEqual(Array(2).fill(expect.objectContaining({ actor_id: ada.id })))
})

test('a repeated request returns the same response, even from another address', async () => {
  const ada = await signedIn()
  const headers = { 'Idempotency-Key': 'once' }
  const request = { as: ada, body: { name: 'Once' }, headers }

  const [first, second] = [
    await call(createSpace, request),
    await call(createSpace, { ...request, address: '192.0.2.8' }),
  ]

  expect(second.body).toEqual(first.body)
})
