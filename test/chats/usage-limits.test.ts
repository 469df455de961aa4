import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { cancelMessage } from '../../src/chats/endpoints/cancel-message.ts'
import { createMessage } from '../../src/chats/endpoints/create-message.ts'
import { retryMessage } from '../../src/chats/endpoints/retry-message.ts'
import { parseGroupLimits } from '../../src/models/group-limits.ts'
import { call } from '../support/call.ts'
import { configureGroupLimits } from '../support/configured-models.ts'
import { givenChat, givenTalk, givenWords, messageFor, replyTo } from '../support/given-chat.ts'
import { givenGroup, setGroups } from '../support/given-group.ts'
import { givenProvider } from '../support/given-provider.ts'
import { act } from '../support/given-reply.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'

const provider = await givenProvider()
const restores: (() => void)[] = []
let ada: SignedIn

beforeEach(async () => {
  ada = await signedIn()
})

afterEach(() => {
  delete process.env['LIMIT_REPLIES']
  delete process.env['LIMIT_TOKENS']
  for (const restore of restores.splice(0)) restore()
})

/** Tokens per step of the scripted model. */
const stepTokens = 18

const ask = (as: SignedIn, { id }: { id: string }) =>
  call(createMessage, { as, params: { id }, body: { text: 'When does the canteen open?' } })

/** Returns the statuses of these questions. */
const statuses = async (as: SignedIn, chat: { id: string }, count: number) => {
  const found: number[] = []
  for (let n = 0; n < count; n++) found.push((await ask(as, chat)).status)
  return found
}

// tests that write their replies come first: the others leave pending replies behind
describe('LIMIT_TOKENS', () => {
  test('rejects replies after the tokens are used up, and names the end of the limit', async () => {
    process.env['LIMIT_TOKENS'] = String(stepTokens)
    const { chat } = await givenTalk(ada)
    provider.say('At eleven.')
    const first = await replyTo(ada, chat, 'When does the canteen open?')

    const { status, detail, headers } = await ask(ada, chat)

    expect(first.status).toBe('completed')
    expect(status).toBe(429)
    expect(detail).toMatch(
      /^The maximum number of model tokens .* is 18 \(LIMIT_TOKENS\)\. More are possible from \S+-01T00:00:00\.000Z\.$/,
    )
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  })

  test('rejects each of 20 concurrent requests after the tokens are used up', async () => {
    process.env['LIMIT_TOKENS'] = String(stepTokens)
    const { chat, assistant } = await givenTalk(ada)
    const chats = await Promise.all(Array.from({ length: 20 }, () => givenChat(ada, [assistant])))
    provider.say('At eleven.')
    await replyTo(ada, chat, 'When does the canteen open?')

    const answers = await Promise.all(chats.map((one) => ask(ada, one)))

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([429]))
  })

  test('ends a reply before its next step with a reason, and allows a retry later', async () => {
    process.env['LIMIT_TOKENS'] = String(stepTokens)
    const { chat } = await givenTalk(ada, { functions: ['wiki_list_spaces'] })
    provider.step({ calls: [{ name: 'wiki_list_spaces', arguments: {} }] })

    const reply = await replyTo(ada, chat, 'Which spaces are there?')
    const again = await act(retryMessage, ada, reply)
    process.env['LIMIT_TOKENS'] = String(2 * stepTokens)
    provider.say('None.')
    const later = await act(retryMessage, ada, reply)
    await settle()

    expect(reply).toMatchObject({ status: 'failed', error: expect.stringContaining('(LIMIT_TOKENS)') })
    expect([again.status, later.status]).toEqual([429, 200])
    expect(await messageFor(ada, reply)).toMatchObject({ status: 'completed', text: 'None.' })
  })

  test('ignores the usage of others', async () => {
    process.env['LIMIT_TOKENS'] = String(stepTokens)
    const bob = await signedIn()
    const { chat } = await givenTalk(bob)
    provider.say('At eleven.')
    await replyTo(bob, chat, 'When does the canteen open?')

    expect((await ask(ada, (await givenTalk(ada)).chat)).status).toBe(201)
  })
})

describe('LIMIT_REPLIES', () => {
  test('rejects replies beyond the limit and names its end', async () => {
    process.env['LIMIT_REPLIES'] = '1'
    const { chat } = await givenTalk(ada)
    await ask(ada, chat)

    const { status, detail, headers } = await ask(ada, chat)

    expect(status).toBe(429)
    expect(detail).toMatch(
      /^The maximum number of assistant replies .* is 1 \(LIMIT_REPLIES\)\. More are possible from \S+:00:00\.000Z\.$/,
    )
    expect(headers['x-error-code']).toBe('models.too_many_replies')
    const [end] = /\S+Z/.exec(detail) as RegExpExecArray
    expect(Number(headers['retry-after'])).toBeCloseTo((Date.parse(end) - Date.now()) / 1_000, -1)
  })

  test('accepts exactly as many of 20 concurrent requests in different chats', async () => {
    process.env['LIMIT_REPLIES'] = '3'
    const { assistant } = await givenTalk(ada)
    const chats = await Promise.all(Array.from({ length: 20 }, () => givenChat(ada, [assistant])))

    const answers = await Promise.all(chats.map((chat) => ask(ada, chat)))

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201,
      201,
      201,
      ...Array.from({ length: 17 }, () => 429),
    ])
  })

  test('does not apply to messages between people', async () => {
    process.env['LIMIT_REPLIES'] = '1'
    const { chat } = await givenTalk(ada)
    await ask(ada, chat)

    expect(await statuses(ada, await givenChat(ada, [await signedIn()]), 2)).toEqual([201, 201])
  })

  test('counts a retried reply', async () => {
    process.env['LIMIT_REPLIES'] = '1'
    const { chat } = await givenTalk(ada)
    const { replies } = await givenWords(ada, chat)
    await act(cancelMessage, ada, replies[0]!)

    const { status, detail } = await act(retryMessage, ada, replies[0]!)

    expect(status).toBe(429)
    expect(detail).toContain('LIMIT_REPLIES')
  })

  test.each([
    ['the largest of several groups', '1', [{ replies: 2 }, { replies: 3 }], [201, 201, 201, 429]],
    ['the general one when it is larger', '2', [{ replies: 1 }], [201, 201, 429]],
    ['none when it is 0 and no group has one', '0', [], [201, 201, 201]],
    ['that of a group alone', '0', [{ replies: 1 }], [201, 429]],
    ['no limit of replies when a group has none', '1', [{ replies: 2 }, { replies: 0 }], [201, 201, 201]],
    ['the general one when a group limits tokens', '1', [{ tokens: 0 }], [201, 429]],
  ])('supports limits of groups: %s counts', async (_, general, limits, expected) => {
    process.env['LIMIT_REPLIES'] = general
    const groups = await Promise.all(limits.map(() => givenGroup()))
    restores.push(await configureGroupLimits(Object.fromEntries(groups.map(({ id }, n) => [id, limits[n]]))))
    await setGroups(ada, ...groups)
    const { chat } = await givenTalk(ada)

    expect(await statuses(ada, chat, expected.length)).toEqual(expected)
  })
})

test.each([
  ['is not JSON', '{', /^The setting GROUP_LIMITS is not JSON\.$/],
  [
    'names a group otherwise than by its id',
    '{"sales": {"replies": 1}}',
    /^The setting GROUP_LIMITS is invalid: /,
  ],
  ['has another limit', '{"01900000-0000-7000-8000-000000000000": {"jobs": 1}}', /jobs/],
  ['is less than nothing', '{"01900000-0000-7000-8000-000000000000": {"tokens": -1}}', /tokens/],
])('GROUP_LIMITS rejects a setting that %s', (_, text, message) => {
  expect(() => parseGroupLimits(text)).toThrow(message)
})
