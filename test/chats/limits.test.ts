import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { givenTalk, messageFor, replyTo } from '../support/given-chat.ts'
import { givenPage, givenSpace } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { startProvider, type ScriptedProvider } from '../support/scripted-provider.ts'

let provider: ScriptedProvider
let ada: SignedIn

beforeAll(async () => {
  provider = await startProvider()
  return () => provider.stop()
})

beforeEach(async () => {
  ada = await signedIn({ name: 'Ada Adams' })
})

afterEach(() => {
  provider.requests.length = 0
})

const times = <T>(count: number, make: (n: number) => T) => Array.from({ length: count }, (_, n) => make(n))

test('a reply with eight long results in two bytes a letter is completed', async () => {
  const space = await givenSpace(ada)
  const page = await givenPage(ada, space, { content: 'длинно "и\nещё" '.repeat(10_000) })
  const { chat } = await givenTalk(ada, { functions: ['wiki_read_page'] })
  provider.step({ calls: times(8, (n) => ({ name: 'wiki_read_page', arguments: { id: page.id }, id: `c${n}` })) }) // prettier-ignore
  provider.say('Read.')

  const reply = await replyTo(ada, chat, 'Read it')

  expect(reply).toMatchObject({ status: 'completed', text: 'Read.' })
  expect(reply.function_calls.map(({ status }: { status: string }) => status)).toEqual(times(8, () => 'completed')) // prettier-ignore
  expect(provider.requests).toHaveLength(2)
})

test('a reply with more and longer calls than fit anywhere is completed', async () => {
  provider.configure({ ...provider.entry, context_window: 200_000, max_output_tokens: 60_000 })
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
