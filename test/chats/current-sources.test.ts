import { beforeAll, describe, expect, test } from 'vitest'
import { createAssistant } from '../../src/assistants/endpoints/create-assistant.ts'
import { rateMessage } from '../../src/chats/endpoints/rate-message.ts'
import { readChat } from '../../src/chats/endpoints/read-chat.ts'
import { updateSpace } from '../../src/wiki/endpoints/update-space.ts'
import { call, type BodyOf } from '../support/call.ts'
import { givenChat, givenWords, messageFor } from '../support/given-chat.ts'
import { givenEditor } from '../support/given-editor.ts'
import { givenFile } from '../support/given-file.ts'
import { givenPage, givenRevision, givenSpace, made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'

let ada: SignedIn
let bob: SignedIn

beforeAll(async () => {
  ;[ada, bob] = await Promise.all([signedIn({ name: 'Ada Adams' }), signedIn({ name: 'Bob Brown' })])
})

/** Returns a reply to a question of Ada's about some knowledge, in a chat with Bob. */
const ask = async (
  text: string,
  knowledge: BodyOf<typeof createAssistant>['knowledge'],
  attachments: string[] = [],
) => {
  const body = { name: 'Helper', model_id: 'extractive', knowledge }
  const assistant = await made(createAssistant, { as: ada, body })
  const chat = await givenChat(ada, [assistant, bob])
  const { replies } = await givenWords(ada, chat, { text, attachments, mentions: [assistant.id] })
  await settle()
  return { chat, reply: replies[0] }
}

describe('the sources of a reply', () => {
  test('name the revision of a page and whether it is current', async () => {
    const space = await givenSpace(ada)
    const page = await givenPage(ada, space, { title: 'Kiln', content: 'The kiln is fired on Tuesdays.' })
    await givenRevision(ada, page, { content: 'The kiln is fired on Thursdays.' })
    await settle()
    const { chat, reply } = await ask('When is the kiln fired?', [{ type: 'wiki_page', id: page.id }])

    const before = await messageFor(ada, reply!)
    await givenRevision(ada, page, { content: 'The kiln is cold.' })
    const after = await messageFor(ada, reply!)
    const feed = (await call(readChat, { as: bob, params: { id: chat.id } })).body.items.at(-1)
    const rated = await made(rateMessage, {
      as: ada,
      params: { id: chat.id, message_id: reply!.id },
      body: { rating: 'up' },
    })

    const source = { type: 'wiki_page', id: page.id, revision: 2 }
    expect(before.sources).toMatchObject([{ ...source, is_current: true }])
    for (const message of [after, feed, rated])
      expect(message!.sources).toMatchObject([{ ...source, is_current: false }])
  })

  test('name the version of a file', async () => {
    const file = await givenFile(ada, { name: 'kiln.md', bytes: 'The kiln is fired on Tuesdays.' })
    await settle()
    const { reply } = await ask('When is the kiln fired?', [], [file.id])

    const before = await messageFor(ada, reply!)
    const editor = await givenEditor(ada, file)
    await editor.operate('LOCK', { 'X-WOPI-Lock': 'a' })
    await editor.save('The kiln is cold.', { 'X-WOPI-Lock': 'a' })
    const after = await messageFor(ada, reply!)

    const source = { type: 'file', id: file.id, revision: 1 }
    expect(before.sources[0]).toMatchObject({ ...source, is_current: true })
    expect(after.sources[0]).toMatchObject({ ...source, is_current: false })
  })

  test('omit a page and its quotations for people who may no longer read it', async () => {
    const space = await givenSpace(ada)
    const page = await givenPage(ada, space, { title: 'Glaze', content: 'The glaze is made of ash.' })
    await settle()
    const { chat } = await ask('What is the glaze made of?', [{ type: 'wiki_page', id: page.id }])
    await made(updateSpace, { as: ada, params: { id: space.id }, body: { visibility: 'private' } })

    const [own, other] = await Promise.all(
      [ada, bob].map(async (as) => (await call(readChat, { as, params: { id: chat.id } })).body.items.at(-1)),
    )

    expect(own).toMatchObject({ sources: [{ id: page.id, is_current: true }] })
    expect(own!.text).toContain('The glaze is made of ash.')
    expect(other!.sources).toEqual([])
    expect(other!.text).toMatch(/^This is what I found:\n\n\[…\]\n\nI am the embedded model/)
  })
})
