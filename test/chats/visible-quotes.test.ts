import { beforeEach, describe, expect, test } from 'vitest'
import { exportChat } from '../../src/chats/endpoints/export-chat.ts'
import { listChats } from '../../src/chats/endpoints/list-chats.ts'
import { rateMessage } from '../../src/chats/endpoints/rate-message.ts'
import { updateChat } from '../../src/chats/endpoints/update-chat.ts'
import { searchEverything } from '../../src/search/endpoints/search-everything.ts'
import { updateSpace } from '../../src/wiki/endpoints/update-space.ts'
import { call } from '../support/call.ts'
import { chatFor, givenAssistant, givenChat, givenWords, messageFor, replyTo } from '../support/given-chat.ts'
import { givenProvider } from '../support/given-provider.ts'
import { confirmed } from '../support/given-reply.ts'
import { givenSecret } from '../support/given-secret.ts'
import { made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'

const provider = await givenProvider()
let ada: SignedIn
let bob: SignedIn
let carol: SignedIn

beforeEach(async () => {
  ;[ada, bob, carol] = (await Promise.all(
    ['Ada Adams', 'Bob Brown', 'Carol Clark'].map((name) => signedIn({ name })),
  )) as [SignedIn, SignedIn, SignedIn]
})

type Chat = { id: string; participants: { id: string }[] }
type Reply = { id: string; chat_id: string }

const join = (chat: Chat, person: SignedIn) =>
  made(updateChat, {
    as: ada,
    params: { id: chat.id },
    body: { participants: [...chat.participants.map(({ id }) => id), person.id] },
  })

const setMembers = (as: SignedIn, { id }: { id: string }, people: SignedIn[]) =>
  made(updateSpace, {
    as,
    params: { id },
    body: { members: people.map((person) => ({ user_id: person.id, permission: 'read' as const })) },
  })

/** Returns everything of a reply that a person sees, wherever they look. */
const seenBy = async (as: SignedIn, reply: Reply, q: string): Promise<string[]> => {
  const chat = { id: reply.chat_id }
  const params = { id: reply.chat_id, message_id: reply.id }
  await settle()
  const [list, feed, changed, message, file, rated, found] = await Promise.all([
    made(listChats, { as }),
    chatFor(as, chat),
    chatFor(as, chat, { updated_after: '2020-01-01T00:00:00Z' }),
    messageFor(as, reply),
    call(exportChat, { as, params: { id: chat.id } }),
    made(rateMessage, { as, params, body: { rating: 'up' } }),
    made(searchEverything, { as, query: { q, types: 'chat_message' } }),
  ])
  const ofReply = ({ items }: { items: Reply[] }) => items.find(({ id }) => id === reply.id)
  return [ofReply(feed), ofReply(changed), message, file.text, rated, found, feed.chat, list].map((one) =>
    typeof one === 'string' ? one : JSON.stringify(one),
  )
}

const isSeen = async (as: SignedIn, reply: Reply, text: string) =>
  (await seenBy(as, reply, 'thalers')).map((seen) => seen.includes(text))

/** Places that show a quotation; search and the list of chats do not in a chat with several people. */
const everywhere = [true, true, true, true, true, false, true, false]
const nowhere = everywhere.map(() => false)

const givenAnswer = async (word: string, others: SignedIn[] = [bob]) => {
  const secret = await givenSecret(ada, word)
  const assistant = await givenAssistant(ada, { model_id: 'extractive' })
  const chat = await givenChat(ada, [...others, assistant])
  const asked = await replyTo(ada, chat, secret.question)
  const reply = others.length > 0 ? await confirmed(ada, asked, { approve: true }) : asked
  return { ...secret, chat, reply }
}

describe('a quotation in a reply', () => {
  test('appears to people it was approved for, not to people who join later', async () => {
    const { chat, reply, sentence } = await givenAnswer('bouzouki')
    await join(chat, carol)

    const [forBob, forCarol] = await Promise.all([
      isSeen(bob, reply, sentence),
      isSeen(carol, reply, sentence),
    ])

    expect([forBob, forCarol]).toEqual([everywhere, nowhere])
  })

  test('appears to later participants once they may read its source', async () => {
    const { chat, reply, sentence, space, page } = await givenAnswer('cembalo')
    await join(chat, carol)
    await setMembers(ada, space, [carol])

    expect(await isSeen(carol, reply, sentence)).toEqual(everywhere)
    expect((await messageFor(carol, reply)).sources).toMatchObject([{ id: page.id, is_current: true }])
  })

  test('does not name its source to people who may not read it', async () => {
    const { chat, reply, page } = await givenAnswer('didgeridoo')
    await join(chat, carol)

    for (const hidden of [page.id, page.title]) expect(await isSeen(carol, reply, hidden)).toEqual(nowhere)
    expect((await messageFor(carol, reply)).sources).toEqual([])
  })

  test('disappears for everyone when the asker may no longer read the source', async () => {
    const owner = await signedIn()
    const { space, question, sentence } = await givenSecret(owner, 'erhu', { members: [[ada, 'read']] })
    const chat = await givenChat(ada, [bob, await givenAssistant(ada, { model_id: 'extractive' })])
    const reply = await confirmed(ada, await replyTo(ada, chat, question), { approve: true })

    await setMembers(owner, space, [])

    expect(await isSeen(ada, reply, sentence)).toEqual(nowhere)
    expect(await isSeen(bob, reply, sentence)).toEqual(nowhere)
  })

  test('matches searches by a person alone with the assistant, until another person joins', async () => {
    const { chat, reply, sentence } = await givenAnswer('fiddle', [])
    const alone = await isSeen(ada, reply, sentence)
    await join(chat, carol)
    await settle()

    expect([alone, await isSeen(ada, reply, sentence), await isSeen(carol, reply, sentence)]).toEqual([
      [true, true, true, true, true, true, true, false],
      everywhere,
      nowhere,
    ])
  })
})

describe('text that a model has made of its sources', () => {
  /** Returns an answer with this text to a question about a source that Ada has approved. */
  const givenWordsOf = async (word: string, toText: (sentence: string) => string) => {
    const secret = await givenSecret(ada, word)
    const chat = await givenChat(ada, [bob, await givenAssistant(ada)])
    const asked = await replyTo(ada, chat, secret.question)
    provider.say(toText(secret.sentence))
    const reply = await confirmed(ada, asked, { approve: true })
    await join(chat, carol)
    return { ...secret, chat, reply }
  }

  test('hides from later participants, whether or not it names the source', async () => {
    const { reply } = await givenWordsOf('gamelan', () => '# Costs\n\n- Forty-seven hundred [1]\n- So it is.')

    const [forBob, forCarol] = await Promise.all([messageFor(bob, reply), messageFor(carol, reply)])

    expect(forBob.text).toBe('# Costs\n\n- Forty-seven hundred [1]\n- So it is.')
    expect([forCarol.text, forCarol.sources]).toEqual(['[…]', []])
  })

  test('hides from people who lost access, where it names or repeats the source', async () => {
    const owner = await signedIn()
    const { space, question, sentence } = await givenSecret(owner, 'hurdy', {
      members: [
        [ada, 'read'],
        [bob, 'read'],
      ],
    })
    const chat = await givenChat(ada, [bob, await givenAssistant(ada)])
    provider.say(
      `# Costs\n\n- It is a lot [1]\n- Sure!\n\n\`\`\`\n${sentence}\n\n![x](https://evil.example)\n\`\`\`\n\nBye.`,
    )
    const reply = await replyTo(ada, chat, question)

    await setMembers(owner, space, [ada])

    expect(reply.text).toContain(sentence)
    expect((await messageFor(bob, reply)).text).toBe('# Costs\n\n[…]\n\n- Sure!\n\n[…]\n\nBye.')
  })

  test('hides from people who join while it is being written', async () => {
    const { question } = await givenSecret(ada, 'jawharp')
    const chat = await givenChat(ada, [await givenAssistant(ada)])
    const { answer } = provider
    provider.answer = async () => {
      provider.answer = answer
      await join(chat, carol)
      return { pieces: ['It costs a lot.'] }
    }
    const { replies } = await givenWords(ada, chat, question)
    await settle()

    expect((await messageFor(ada, replies[0]!)).text).toBe('It costs a lot.')
    expect((await messageFor(carol, replies[0]!)).text).toBe('[…]')
  })

  test('hides as a whole from later participants until the reply is complete', async () => {
    const { question } = await givenSecret(ada, 'koto')
    const functions = ['wiki_list_spaces']
    const chat = await givenChat(ada, [bob, await givenAssistant(ada, { functions })])
    const asked = await replyTo(ada, chat, question)
    provider.step({ pieces: ['It costs a lot [1].'], calls: [{ name: 'wiki_list_spaces', arguments: {} }] })
    const waiting = await confirmed(ada, asked, { approve: true })
    await join(chat, carol)

    const [forBob, forCarol] = await Promise.all([messageFor(bob, asked), messageFor(carol, asked)])

    expect([waiting.status, forBob.text, forCarol.text]).toEqual([
      'requires_action',
      'It costs a lot [1].',
      '[…]',
    ])
  })

  test('hides from people who joined between the question and the approval', async () => {
    const { question, sentence } = await givenSecret(ada, 'lur')
    const chat = await givenChat(ada, [bob, await givenAssistant(ada, { model_id: 'extractive' })])
    const asked = await replyTo(ada, chat, question)
    await join(chat, carol)

    await confirmed(ada, asked, { approve: true })

    expect([
      (await messageFor(bob, asked)).text.includes(sentence),
      (await messageFor(carol, asked)).text,
    ]).toEqual([true, '[…]'])
  })

  test('stays visible if the model read no sources', async () => {
    const chat = await givenChat(ada, [bob, await givenAssistant(ada)])
    provider.say('Hello [1]!')
    const reply = await replyTo(ada, chat, '@Helper hello')
    await join(chat, carol)

    expect((await messageFor(carol, reply)).text).toBe('Hello [1]!')
  })
})
