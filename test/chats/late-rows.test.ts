import { beforeAll, expect, test } from 'vitest'
import { chats } from '../../src/chats/chat/chat.ts'
import { chatMemberships } from '../../src/chats/chat/membership.ts'
import { deleteChat } from '../../src/chats/endpoints/delete-chat.ts'
import { listChats } from '../../src/chats/endpoints/list-chats.ts'
import { call } from '../support/call.ts'
import { heldCalls, type DynamoProxy } from '../support/dynamo-proxy.ts'
import { givenTableProxy } from '../support/given-proxy.ts'
import { givenChat } from '../support/given-chat.ts'
import { made } from '../support/given.ts'
import { signedIn } from '../support/people.ts'

/** Proxy that delays the writing of rows until other changes have happened. */

let proxy: DynamoProxy
let refreshRows: (chat_id: string) => Promise<void>

beforeAll(async () => {
  const given = await givenTableProxy(() => import('../../src/chats/chat/membership.ts'))
  proxy = given.proxy
  refreshRows = given.loaded.refreshMemberships
  return given.end
})

test('a membership row written while its person leaves is removed', async () => {
  const [ada, bob] = await Promise.all([signedIn(), signedIn()])
  const chat = await givenChat(ada, [bob])
  await chatMemberships.remove({ user_id: bob.id, chat_id: chat.id })
  const making = heldCalls(proxy, 'PutItem')

  const refreshing = refreshRows(chat.id)
  await making.came
  await call(deleteChat, { as: bob, params: { id: chat.id } })
  making.pass()
  await refreshing

  expect((await made(listChats, { as: bob })).items).toEqual([])
})

test('a membership row removed during its refresh causes no error', async () => {
  const [ada, bob] = await Promise.all([signedIn(), signedIn()])
  const chat = await givenChat(ada, [bob])
  const key = { user_id: bob.id, chat_id: chat.id }
  await chats.update(await chats.get(chat), { topic: 'Newer than its rows' })
  const changing = heldCalls(proxy, 'UpdateItem')

  const refreshing = refreshRows(key.chat_id)
  await changing.came
  await chatMemberships.remove(key)
  changing.pass()

  await expect(refreshing).resolves.toBeUndefined()
  expect(await chatMemberships.find(key)).toBeUndefined()
})
