import { createMessage } from '../../src/chats/endpoints/create-message.ts'
import { readChat } from '../../src/chats/endpoints/read-chat.ts'
import type { CallOptions } from '../support/call.ts'
import { givenAssistant, givenChat, givenWords } from '../support/given-chat.ts'
import { made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { givenFoundPage } from './found-page.ts'
import { givenWithFiles, listedFiles } from './listed-files.ts'
import type { Scenario } from './scenarios.ts'

type Given = (as: SignedIn) => Promise<Omit<CallOptions, 'as'>>

const scenario = (endpoint: string, trips: number, given: Given, of?: string): Scenario => ({
  endpoint,
  trips,
  isOnce: true,
  ...(of && { of }),
  given: async () => {
    const as = await signedIn()
    const options = await given(as)
    return () => ({ as, ...options })
  },
})

const inChat =
  (given: (as: SignedIn, chat: { id: string }) => Promise<Omit<CallOptions, 'as' | 'params'>>): Given =>
  async (as) => {
    const chat = await givenChat(as, [await signedIn()])
    return { params: { id: chat.id }, ...(await given(as, chat)) }
  }

const onAssistant =
  (options: Omit<CallOptions, 'as' | 'params'> = {}): Given =>
  async (as) => ({ params: { id: (await givenAssistant(as, { model_id: 'extractive' })).id }, ...options })

/** Scenario on a message of the caller's own. */
const onMessage =
  (options: Omit<CallOptions, 'as' | 'params'> = {}): Given =>
  async (as) => {
    const chat = await givenChat(as, [await signedIn()])
    const { message } = await givenWords(as, chat)
    return { params: { id: chat.id, message_id: message.id }, ...options }
  }

const onReply =
  (
    before: (as: SignedIn, params: Record<string, string>) => Promise<unknown> = async () => {},
    options: Omit<CallOptions, 'as' | 'params'> = {},
  ): Given =>
  async (as) => {
    const chat = await givenChat(as, [await givenAssistant(as, { model_id: 'extractive' })])
    const { replies } = await givenWords(as, chat)
    const params = { id: chat.id, message_id: replies[0]!.id as string }
    await before(as, params)
    return { params, ...options }
  }

const cancel = async (as: SignedIn, params: Record<string, string>) => {
  const { cancelMessage } = await import('../../src/chats/endpoints/cancel-message.ts')
  await made(cancelMessage, { as, params })
}

/** Writes the reply, the second message of its chat. */
const write = async (_: SignedIn, { id: chat_id = '' }: Record<string, string>) => {
  const { runReply } = await import('../../src/chats/replies/run.ts')
  await runReply({ chat_id, number: 2 })
}

const words = async (as: SignedIn, chat: { id: string }, count: number) => {
  for (let n = 0; n < count; n++)
    await made(createMessage, { as, params: { id: chat.id }, body: { text: `${n}` } })
}

/** Scenarios of assistants, models, functions, chats and the search over everything. */
export const chatScenarios: Scenario[] = [
  scenario('models-list-models', 1, async () => ({})),
  scenario('functions-list-functions', 1, async () => ({})),
  ...[1, 100].map((limit) =>
    scenario(
      'assistants-list-assistants',
      1,
      async (as) => {
        for (let n = 0; n < limit; n++) await givenAssistant(as, { model_id: 'extractive' })
        return { query: { limit } }
      },
      `page of ${limit}`,
    ),
  ),
  scenario('assistants-create-assistant', 2, async () => ({ body: { name: 'Helper' } })),
  scenario('assistants-read-assistant', 1, onAssistant()),
  scenario('assistants-update-assistant', 2, onAssistant({ body: { name: 'Other' } })),
  scenario('assistants-delete-assistant', 2, onAssistant()),
  scenario('assistants-read-trust', 1, onAssistant()),
  scenario('assistants-create-trust', 2, async (as) => {
    const functions = ['wiki_create_page']
    const { id } = await givenAssistant(as, { model_id: 'extractive', functions })
    return { params: { id }, body: { functions } }
  }),
  scenario('assistants-delete-trust', 2, onAssistant()),
  scenario('chats-create-chat', 2, async () => ({ body: { topic: 'Plans' } })),
  ...[1, 100].map((limit) =>
    scenario(
      'chats-list-chats',
      1,
      async (as) => {
        for (let n = 0; n < limit; n++) await givenChat(as)
        return { query: { limit } }
      },
      `page of ${limit}`,
    ),
  ),
  scenario(
    'chats-create-message',
    2,
    inChat(async () => ({ body: { text: 'Some words' } })),
  ),
  ...[1, 100].map((limit) =>
    scenario(
      'chats-read-chat',
      1,
      inChat(async (as, chat) => {
        await words(as, chat, limit)
        return { query: { limit } }
      }),
      `page of ${limit}`,
    ),
  ),
  scenario(
    'chats-read-chat',
    2,
    async (as) => {
      const other = await signedIn()
      const chat = await givenChat(other, [as])
      await words(other, chat, 1)
      return { params: { id: chat.id } }
    },
    'marks as read',
  ),
  scenario(
    'chats-read-chat',
    2,
    inChat(async (as, chat) => {
      await words(as, chat, 2)
      const { items } = await made(readChat, { as, params: { id: chat.id } })
      return { query: { after: items[0]!.id as string } }
    }),
    'after a message',
  ),
  {
    ...scenario(
      'chats-read-chat',
      1,
      inChat(async (as, chat) => {
        await givenWithFiles(as, (file) => givenWords(as, chat, { attachments: [file.id] }))
        return {}
      }),
    ),
    ...listedFiles,
  },
  scenario('chats-read-message', 2, onReply()),
  scenario(
    'chats-export-chat',
    2,
    inChat(async () => ({})),
  ),
  scenario('chats-update-message', 3, onMessage({ body: { text: 'Other words' } })),
  scenario('chats-delete-message', 3, onMessage()),
  scenario('chats-rate-message', 5, onReply(write, { body: { rating: 'up' } })),
  scenario('chats-cancel-message', 3, onReply()),
  scenario('chats-retry-message', 3, onReply(cancel)),
  scenario(
    'chats-update-chat',
    2,
    inChat(async () => ({ body: { topic: 'Other' } })),
  ),
  scenario(
    'chats-delete-chat',
    2,
    inChat(async () => ({})),
  ),
  {
    ...scenario('search-search-everything', 2, async (as) => ({ query: { q: await givenFoundPage(as) } })),
    exception: {
      trips: 3,
      because:
        'of what is found it follows whose rights and which things are read, and of these which passages',
    },
  },
]
