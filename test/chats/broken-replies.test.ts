import { beforeAll, describe, expect, test } from 'vitest'
import { retryMessage } from '../../src/chats/endpoints/retry-message.ts'
import { call } from '../support/call.ts'
import { givenTalk, messageFor, replyTo } from '../support/given-chat.ts'
import { givenProvider } from '../support/given-provider.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'

const provider = await givenProvider()
let ada: SignedIn

beforeAll(async () => {
  ada = await signedIn()
})

describe('a reply that breaks off', () => {
  test.each(['cut', 'unfinished', 'error_chunk', 'nonsense'] as const)(
    'keeps the words before the break: %s',
    async (failure) => {
      const { chat } = await givenTalk(ada)
      provider.step({ failure, pieces: ['Soup', ' and', ' bread', ' too.'] })

      const reply = await replyTo(ada, chat, 'What is for lunch?')

      expect(reply).toMatchObject({ status: 'failed', error: expect.stringContaining('Scripted') })
      expect(reply.text).toMatch(/^Soup and/)
    },
  )

  test('retrying a broken reply replaces it', async () => {
    const { chat } = await givenTalk(ada)
    provider.step({ failure: 'cut', pieces: ['Half of it', ' and the rest.'] }).say('Soup.')
    const reply = await replyTo(ada, chat, 'What is for lunch?')

    await call(retryMessage, { as: ada, params: { id: chat.id, message_id: reply.id } })
    await settle()

    expect(await messageFor(ada, reply)).toMatchObject({ status: 'completed', text: 'Soup.', error: null })
  })

  test('rejects a reply of white space', async () => {
    const { chat } = await givenTalk(ada)
    provider.say('\n', ' \n')

    const reply = await replyTo(ada, chat, 'What is for lunch?')

    expect(reply).toMatchObject({
      status: 'failed',
      text: '',
      error: 'The model "Scripted" returned no answer.',
    })
  })

  test('does not end the chat with a model whose roles alternate', async () => {
    const { chat } = await givenTalk(ada)
    provider.fail(400)
    await replyTo(ada, chat, 'What is for lunch?')
    provider.say('Soup.')

    await replyTo(ada, chat, 'And now?')

    const messages = provider.requests.at(-1)?.body.messages ?? []
    expect(messages.map(({ role }) => role)).toEqual(['system', 'user'])
    expect(messages.at(-1)?.content).toBe('What is for lunch?\n\nAnd now?')
  })
})

describe('a reply with thoughts', () => {
  test.each([
    ['tags', ['<thi', 'nk>Secret.</thi', 'nk>\n\nSoup.']],
    ['a closing tag alone', ['Secret.\n', '</think>', '\n\nSoup.']],
  ])('does not show or remember the thoughts: %s', async (_, pieces) => {
    const { chat } = await givenTalk(ada)
    provider.say(...pieces).say('Bread.')

    const reply = await replyTo(ada, chat, 'What is for lunch?')
    await replyTo(ada, chat, 'And for dinner?')

    expect(reply).toMatchObject({ status: 'completed', text: 'Soup.' })
    expect(JSON.stringify(provider.requests.at(-1)?.body.messages)).not.toContain('Secret')
  })
})

describe('a call with invalid arguments', () => {
  test.each([
    ['wiki_delete_space', { id: 'the library' }],
    ['wiki_delete_space', '{"id": '],
    ['wiki_create_space', { name: '', visibility: 'everybody' }],
  ])('goes back to the model before anyone must confirm it: %s %j', async (name, args) => {
    const { chat } = await givenTalk(ada, { functions: ['wiki_delete_space', 'wiki_create_space'] })
    provider.call(name, args).say('I could not.')

    const reply = await replyTo(ada, chat, 'Do it')

    expect(reply).toMatchObject({
      status: 'completed',
      text: 'I could not.',
      function_calls: [{ name, status: 'failed', error: expect.any(String) }],
    })
    expect(provider.requests).toHaveLength(2)
  })
})
