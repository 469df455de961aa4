import { beforeAll, describe, expect, test, vi } from 'vitest'
import { createMessage } from '../../src/chats/endpoints/create-message.ts'
import { deleteMessage } from '../../src/chats/endpoints/delete-message.ts'
import { deleteFile } from '../../src/files/endpoints/delete-file.ts'
import { call, eventOf, streamed } from '../support/call.ts'
import { givenAssistant, givenChat, givenTalk, givenWords, replyTo } from '../support/given-chat.ts'
import { givenFile } from '../support/given-file.ts'
import { ask, givenHandbook, handbook } from '../support/given-reply.ts'
import { givenProvider } from '../support/given-provider.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'

const provider = await givenProvider()
let ada: SignedIn
let bob: SignedIn

beforeAll(async () => {
  ;[ada, bob] = await Promise.all([signedIn({ name: 'Ada Adams' }), signedIn({ name: 'Bob Brown' })])
  shared = await givenHandbook(ada)
})

interface Named {
  id: string
}

/** A file of Ada's, shared by all tests that do not change it. */
let shared: Named

/** Returns the last message sent to the model as text, with the random suffixes of its tags replaced. */
const lastSent = () => {
  const content = provider.requests.at(-1)?.body.messages.at(-1)?.content
  return (typeof content === 'string' ? content : JSON.stringify(content)).replace(/-[\da-f]{16}/g, '-x')
}

const allSent = () => JSON.stringify(provider.requests.at(-1)?.body.messages)

describe('an attached file', () => {
  test('reaches the model as a quotation', async () => {
    const { chat } = await givenTalk(ada)
    const file = shared

    await ask(ada, chat, 'When can I eat?', [file])

    expect(lastSent()).toBe(
      `When can I eat?\n[attached file "handbook.md", id ${file.id}]\n\n` +
        `<file-x name="handbook.md" id="${file.id}">\n${handbook}\n</file-x>`,
    )
  })

  test('reaches the model with later questions too', async () => {
    const { chat } = await givenTalk(ada)
    await ask(ada, chat, 'What is this?', [shared])

    await ask(ada, chat, 'And where do I park?')

    expect(lastSent().endsWith('And where do I park?')).toBe(true)
    expect(allSent()).toContain('Visitors park behind the mill.')
  })

  test('reaches the model once if it was attached twice', async () => {
    const { chat } = await givenTalk(ada)
    const file = shared
    await ask(ada, chat, 'What is this?', [file])

    await ask(ada, chat, 'And this?', [file])

    expect(allSent().split('The canteen opens at eleven.')).toHaveLength(2)
    expect(lastSent()).toContain('The canteen opens at eleven.')
  })

  test('reaches the model if another participant attached it', async () => {
    const chat = await givenChat(ada, [bob, await givenAssistant(ada)])
    await givenWords(bob, chat, { text: 'Look', attachments: [(await givenHandbook(bob)).id] })

    await replyTo(ada, chat, '@Helper when can I eat?')

    expect(allSent()).toContain('The canteen opens at eleven.')
  })

  test.each([
    ['its owner has deleted it', (file: Named) => call(deleteFile, { as: bob, params: { id: file.id } })],
    [
      'the message that showed it was deleted',
      (_: Named, { id, chat_id }: { id: string; chat_id: string }) =>
        call(deleteMessage, { as: bob, params: { id: chat_id, message_id: id } }),
    ],
  ])('stays out of later requests to the model if %s', async (_, end) => {
    const chat = await givenChat(ada, [bob, await givenAssistant(ada)])
    const file = await givenHandbook(bob)
    const { message } = await givenWords(bob, chat, { text: 'Look', attachments: [file.id] })
    expect((await end(file, message)).status).toBe(204)

    const reply = await replyTo(ada, chat, '@Helper when can I eat?')

    expect([reply.status, allSent().includes('eleven')]).toEqual(['completed', false])
  })

  test('appears as a name with the reason if it has no text', async () => {
    const { chat } = await givenTalk(ada)
    const file = await givenHandbook(ada, { name: 'a.zip', content_type: 'application/zip', bytes: 'PK' })

    await ask(ada, chat, 'Hm?', [file])

    expect(lastSent()).toContain(
      `[attached file "a.zip", id ${file.id}: Files of this kind have no readable text.]`,
    )
  })

  test('allows links to its addresses in the reply', async () => {
    const { chat } = await givenTalk(ada)
    const file = await givenHandbook(ada, { bytes: 'More at https://canteen.example/menu today.' })
    provider.say('See [the menu](https://canteen.example/menu), not [this](https://evil.example/).')

    const { reply } = await ask(ada, chat, 'Where is the menu?', [file])

    expect(reply.text).toContain('[the menu](https://canteen.example/menu)')
    expect(reply.text).not.toContain('](https://evil.example/)')
  })
})

describe('a text that is still being extracted', () => {
  /** Asks for a stream while `meanwhile` runs, and resolves when both are done. */
  const askStreamed = async (chat: Named, file: Named, meanwhile: () => Promise<unknown>) => {
    const body = { text: 'When can I eat?', attachments: [file.id] }
    const headers = { accept: 'text/event-stream' }
    const answering = streamed(
      createMessage,
      eventOf(createMessage, { as: ada, params: { id: chat.id }, body, headers }),
    )
    await meanwhile()
    await answering
  }

  const pendingFile = () =>
    givenFile(ada, { name: 'handbook.md', content_type: 'text/markdown', bytes: handbook })

  test('delays the reply until it is ready', async () => {
    const { chat } = await givenTalk(ada)
    const file = await pendingFile()

    await askStreamed(chat, file, settle)

    expect(lastSent()).toContain('The canteen opens at eleven.')
  })

  test('delays the reply for at most 20 seconds, then tells the model', async () => {
    const { chat } = await givenTalk(ada)
    const file = await pendingFile()
    provider.say('Please ask again.')

    try {
      await askStreamed(chat, file, async () => {
        vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
        await expect.poll(() => vi.setSystemTime(Date.now() + 10_000) && provider.requests.length).toBe(1)
      })
    } finally {
      vi.useRealTimers()
    }

    expect(lastSent()).toContain(`id ${file.id}: its text is still being extracted`)
    await settle()
  })

  test('does not delay a question minutes later', async () => {
    const { chat } = await givenTalk(ada)
    const file = await pendingFile()
    await givenWords(ada, chat, { text: 'Look', attachments: [file.id] })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 600_000 })

    try {
      const headers = { accept: 'text/event-stream' }
      const options = { as: ada, params: { id: chat.id }, body: { text: 'And?' }, headers }
      await streamed(createMessage, eventOf(createMessage, options))
      expect(allSent()).toContain('its text is still being extracted')
    } finally {
      vi.useRealTimers()
    }
    await settle()
  })
})
