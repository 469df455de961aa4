import { describe, expect, test } from 'vitest'
import { retryMessage } from '../../src/chats/endpoints/retry-message.ts'
import { updateAssistant } from '../../src/assistants/endpoints/update-assistant.ts'
import { deleteAssistant } from '../../src/assistants/endpoints/delete-assistant.ts'
import { updateUser } from '../../src/users/endpoints/update-user.ts'
import { configureModelsText } from '../support/configured-models.ts'
import { call } from '../support/call.ts'
import {
  chatFor,
  givenAssistant,
  givenChat,
  givenTalk,
  givenWords,
  messageFor,
  replyTo,
} from '../support/given-chat.ts'
import { givenProvider } from '../support/given-provider.ts'
import { givenPage, givenSpace } from '../support/given.ts'
import { adaAndBob, signedIn, type SignedIn } from '../support/people.ts'
import type { Failure } from '../support/scripted-provider.ts'
import { captureLog } from '../support/captured-log.ts'
import { settle } from '../support/world.ts'

const provider = await givenProvider()
const [ada, bob] = await adaAndBob()

const retried = (as: SignedIn, { id, chat_id }: { id: string; chat_id: string }) =>
  call(retryMessage, { as, params: { id: chat_id, message_id: id } })

const lastMessages = () => provider.requests.at(-1)?.body.messages ?? []

describe('a reply', () => {
  test('starts as pending and is completed in its place', async () => {
    const { assistant, chat } = await givenTalk(ada, { instructions: 'Be brief.' })
    provider.say('Hello', ' Ada.')

    const { message, replies } = await givenWords(ada, chat, 'Hi')
    await settle()

    expect(replies).toMatchObject([
      {
        role: 'assistant',
        author: { type: 'assistant', id: assistant.id, name: 'Helper' },
        status: 'pending',
        text: '',
        reply_to_id: message.id,
      },
    ])
    const { items } = await chatFor(ada, chat)
    expect(items).toHaveLength(2)
    expect(items[1]).toMatchObject({
      id: replies[0]!.id,
      status: 'completed',
      text: 'Hello Ada.',
      model_id: 'scripted',
      usage: { input_tokens: 11, output_tokens: 7 },
      error: null,
    })
    expect(lastMessages()[0]?.content).toContain('Be brief.')
    expect(lastMessages().at(-1)).toMatchObject({ role: 'user', content: 'Hi' })
  })

  test('completes once in spite of five deliveries', async () => {
    const { chat } = await givenTalk(ada)
    provider.say('Once.')

    await givenWords(ada, chat, 'Hi')
    await settle({ deliveries: 5 })

    expect(provider.requests).toHaveLength(1)
    expect((await chatFor(ada, chat)).items.map(({ text }: { text: string }) => text)).toEqual([
      'Hi',
      'Once.',
    ])
  })

  test('uses the earlier messages with their authors, but no later ones', async () => {
    const assistant = await givenAssistant(ada, { name: 'Max' })
    const chat = await givenChat(ada, [bob, assistant])
    provider.say('The first answer.')
    await givenWords(ada, chat, 'What is one?')
    await replyTo(bob, chat, '@max and two?')
    provider.say('The second answer.')

    await replyTo(ada, chat, '@Max and three?')

    const said = lastMessages()
      .slice(1)
      .map(({ role, content }) => `${role}: ${content?.replace(/-[\da-f]{16}/g, '-x')}`)
    expect(said).toEqual([
      'user: What is one?\n\n<message-x from="Bob Brown">\n@max and two?\n</message-x>',
      'assistant: The first answer.',
      'user: @Max and three?',
    ])
  })

  test('comes only from the mentioned assistants', async () => {
    const [max, mia] = await Promise.all([
      givenAssistant(ada, { name: 'Max' }),
      givenAssistant(ada, { name: 'Mia' }),
    ])
    const chat = await givenChat(ada, [bob, max, mia])

    const nobody = await givenWords(ada, chat, 'Hello everybody, max@example.com')
    const both = await givenWords(ada, chat, { text: 'Hello @mia!', mentions: [max.id] })
    await settle()

    expect(nobody.replies).toEqual([])
    expect(both.replies.map(({ author }: { author: { name: string } }) => author.name).toSorted()).toEqual([
      'Max',
      'Mia',
    ])
  })

  test('cites only what the asker may read', async () => {
    const [open, closed] = [await givenSpace(bob), await givenSpace(bob, { visibility: 'private' })]
    const content = 'The zeppelin lands at noon in Friedrichshafen.'
    const page = await givenPage(bob, open, { title: 'Zeppelin timetable', content })
    await givenPage(bob, closed, { title: 'Secret zeppelin', content: 'The zeppelin has a secret hatch.' })
    await settle({ index: true })
    const { chat } = await givenTalk(ada)
    provider.say('At noon [1], not [7].')

    const reply = await replyTo(ada, chat, 'When does the zeppelin land?')

    expect(reply.sources).toEqual([
      {
        number: 1,
        type: 'wiki_page',
        id: page.id,
        title: 'Zeppelin timetable',
        quote: expect.stringContaining('lands at noon'),
        revision: 1,
        is_current: true,
        url: expect.stringMatching(new RegExp(`/view/wiki_page/${page.id}$`)),
        api_url: expect.stringMatching(new RegExp(`/api/v1/wiki/pages/${page.id}$`)),
      },
    ])
    const asked = JSON.stringify(provider.requests.at(-1)?.body)
    expect(asked).toContain('lands at noon')
    expect(asked).not.toContain('secret hatch')
  })
})

describe('a failed reply', () => {
  test.each<[Failure, string]>([
    [401, 'Scripted'],
    [429, 'busy'],
    [500, 'busy'],
    ['reset', 'Scripted'],
    ['cut', 'Scripted'],
    ['content_filter', 'refuses to answer'],
    ['nonsense', 'Scripted'],
    ['empty', 'no answer'],
  ])('keeps the message, gives the reason and can be retried after %s', async (failure, reason) => {
    const { chat } = await givenTalk(ada)
    provider.fail(failure)

    const reply = await replyTo(ada, chat, 'Hi')

    expect(reply.status).toBe('failed')
    expect(reply.error).toMatch(/^\S.*\.$/)
    expect(reply.error).toContain(reason)
    provider.say('Better now.')
    const again = await retried(ada, reply)
    expect([again.status, again.body.status, again.body.error]).toEqual([200, 'pending', null])
    await settle()
    expect(await messageFor(ada, reply)).toMatchObject({
      status: 'completed',
      text: 'Better now.',
      error: null,
    })
    expect((await chatFor(ada, chat)).items).toHaveLength(2)
  })

  test('rejects a retry by others or of an unfinished reply', async () => {
    const assistant = await givenAssistant(ada)
    const chat = await givenChat(ada, [bob, assistant])
    provider.fail(401)
    const { replies, message } = await givenWords(ada, chat, '@Helper hi')

    expect((await retried(ada, replies[0]!)).status).toBe(409)
    await settle()
    expect((await retried(bob, replies[0]!)).status).toBe(403)
    expect((await retried(ada, message)).status).toBe(409)
  })

  test('reports that the service failed after all attempts', async () => {
    const { chat } = await givenTalk(ada)
    const takeBack = await configureModelsText('no JSON')

    const { replies } = await givenWords(ada, chat, 'Hi')
    await settle({ mayFail: true })
    takeBack()

    expect(await messageFor(ada, replies[0]!)).toMatchObject({
      status: 'failed',
      error: 'The reply could not be written; it can be retried.',
    })
  })
})

describe('a change after the question', () => {
  test('fails the reply if the assistant was deleted', async () => {
    const { assistant, chat } = await givenTalk(ada)
    const { replies } = await givenWords(ada, chat, 'Hi')
    await call(deleteAssistant, { as: ada, params: { id: assistant.id } })
    const log = captureLog()
    await settle()
    log.release()

    expect(await messageFor(ada, replies[0]!)).toMatchObject({
      status: 'failed',
      error: 'The assistant "Helper" no longer exists.',
    })
    expect(log.text()).toContain('reply failed')
    expect(log.text()).not.toContain('Helper')
    expect(provider.requests).toEqual([])
  })

  test('fails the reply if the asker was deactivated', async () => {
    const [admin, person] = await Promise.all([signedIn({ role: 'admin' }), signedIn()])
    const assistant = await givenAssistant(ada)
    const chat = await givenChat(ada, [person, assistant])
    const { replies } = await givenWords(person, chat, '@Helper hi')
    await call(updateUser, { as: admin, params: { id: person.id }, body: { is_active: false } })
    await settle()

    expect((await messageFor(ada, replies[0]!)).status).toBe('failed')
    expect(provider.requests).toEqual([])
  })

  test('fails the reply if the assistant is no longer shared', async () => {
    const assistant = await givenAssistant(ada, {
      visibility: 'shared',
      grants: [{ user_id: bob.id, permission: 'view' }],
    })
    const chat = await givenChat(bob, [assistant])
    provider.say('Yes.')
    expect((await replyTo(bob, chat, 'May I?')).text).toBe('Yes.')

    await call(updateAssistant, { as: ada, params: { id: assistant.id }, body: { grants: [] } })

    expect((await replyTo(bob, chat, 'And now?')).status).toBe('failed')
  })
})
