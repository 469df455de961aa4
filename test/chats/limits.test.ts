import { beforeEach, expect, test } from 'vitest'
import { createMessage } from '../../src/chats/endpoints/create-message.ts'
import { updateChat } from '../../src/chats/endpoints/update-chat.ts'
import { call } from '../support/call.ts'
import { chatFor, givenAssistant, givenChat, givenTalk, messageFor, replyTo } from '../support/given-chat.ts'
import { givenProvider } from '../support/given-provider.ts'
import { givenPage, givenSpace } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { times } from '../support/times.ts'
import { settle } from '../support/world.ts'

const provider = await givenProvider()
let ada: SignedIn

beforeEach(async () => {
  ada = await signedIn({ name: 'Ada Adams' })
})

test('a reply with eight long results in two-byte letters is completed', async () => {
  const space = await givenSpace(ada)
  const page = await givenPage(ada, space, { content: 'длинно "и\nещё" '.repeat(10_000) })
  const { chat } = await givenTalk(ada, { functions: ['wiki_read_page'] })
  provider.step({
    calls: times(8, (n) => ({ name: 'wiki_read_page', arguments: { id: page.id }, id: `c${n}` })),
  })
  provider.say('Read.')

  const reply = await replyTo(ada, chat, 'Read it')

  expect(reply).toMatchObject({ status: 'completed', text: 'Read.' })
  expect(reply.function_calls.map(({ status }: { status: string }) => status)).toEqual(
    times(8, () => 'completed'),
  )
  expect(provider.requests).toHaveLength(2)
})

test('a reply with more and longer calls than allowed is completed', async () => {
  await provider.configure({ ...provider.entry, context_window: 200_000, max_output_tokens: 60_000 })
  const { chat } = await givenTalk(ada, { functions: ['wiki_list_spaces', 'wiki_create_space'] })
  const wild = (n: number) => ({
    name: n % 2 ? 'wiki_create_space' : `${'\u0001'.repeat(2_000)}${n}`,
    arguments: { name: 'Never', ['\u4e16'.repeat(5_000)]: 'x'.repeat(15_000) },
    id: `c${n}`,
  })
  const steps = times(6, () => ({ pieces: ['Word'], calls: times(40, wild) }))
  provider.step(...steps).say('Done.')

  const reply = await replyTo(ada, chat, 'Go wild')

  expect(reply.status).toBe('completed')
  expect(reply.text).toMatch(/Done\.$/)
  expect(await messageFor(ada, reply)).toEqual(reply)
  expect(Buffer.byteLength(JSON.stringify(reply.function_calls))).toBeLessThan(200_000)
})

test('a reply whose text ends within a surrogate pair is completed', async () => {
  const { chat } = await givenTalk(ada)
  provider.say('One \ud83d', '\ude00 and half \ud83d')

  const reply = await replyTo(ada, chat, 'Smile')

  expect(reply).toMatchObject({ status: 'completed', text: 'One \u{1f600} and half \ufffd' })
})

test('a reply that calls a function in its last step fails', async () => {
  const { chat } = await givenTalk(ada, { functions: ['wiki_list_spaces'], max_steps: 1 })
  provider.call('wiki_list_spaces')

  const reply = await replyTo(ada, chat, 'Call')

  expect(reply).toMatchObject({ status: 'failed', error: 'The model returned no answer.' })
})

test('a message to more assistants than may answer is rejected', async () => {
  const names = times(21, (n) => `Helper${n}`)
  const chat = await givenChat(ada, await Promise.all(names.map((name) => givenAssistant(ada, { name }))))
  const write = (count: number) => {
    const text = names
      .slice(0, count)
      .map((name) => `@${name}`)
      .join(' ')
    return call(createMessage, { as: ada, params: { id: chat.id }, body: { text } })
  }

  const tooMany = await write(21)
  const enough = await write(20)

  expect([tooMany.status, tooMany.detail]).toEqual([422, '"text" must not mention more than 20 assistants.'])
  expect(enough.status).toBe(201)
  await settle()
  expect((await chatFor(ada, chat)).items).toHaveLength(21)
})

test('a chat of fifty-one participants accepts its own GET response and no further participant', async () => {
  const assistants = await Promise.all(times(51, (n) => givenAssistant(ada, { name: `Helper${n}` })))
  const chat = await givenChat(ada, assistants.slice(0, 50))
  const put = (participants: { id: string }[]) =>
    call(updateChat, { as: ada, params: { id: chat.id }, body: { participants } })

  const same = await put(chat.participants)
  const more = await put([...chat.participants.slice(1), { id: assistants[50]!.id }])

  expect([same.status, same.body.participants]).toEqual([200, chat.participants])
  expect([more.status, more.detail]).toEqual([422, '"participants" must have at most 50 items.'])
})
