import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { deleteAccessToken } from '../../src/auth/endpoints/delete-access-token.ts'
import { retryMessage } from '../../src/chats/endpoints/retry-message.ts'
import { createEventFeed } from '../../src/lms/event/endpoints/create-event-feed.ts'
import { readEventFeed } from '../../src/lms/event/endpoints/read-event-feed.ts'
import { createEditLink } from '../../src/wopi/endpoints/create-edit-link.ts'
import { openEditor } from '../../src/wopi/endpoints/open-editor.ts'
import { call } from '../support/call.ts'
import { configureEditor, startEditingServer, type EditingServer } from '../support/editing-server.ts'
import { givenTalk, messageFor, replyTo } from '../support/given-chat.ts'
import { editorWith, givenEditor } from '../support/given-editor.ts'
import { givenFile } from '../support/given-file.ts'
import { givenProvider } from '../support/given-provider.ts'
import { act, confirmed } from '../support/given-reply.ts'
import { givenSpace } from '../support/given.ts'
import { givenToken } from '../support/given-token.ts'
import { signedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'

const provider = await givenProvider()

let server: EditingServer

beforeAll(async () => {
  server = await startEditingServer()
  server.proves = false
  configureEditor(server.url)
})

afterAll(() => {
  configureEditor(undefined)
  return server.stop()
})

afterEach(() => void vi.useRealTimers())

/** Creates a person with an access token that lasts a minute, and functions that end it. */
const given = async () => {
  const person = await signedIn()
  const token = await givenToken(person, 'full', { expires_at: new Date(Date.now() + 60_000).toISOString() })
  return {
    person,
    token,
    deleted: () => call(deleteAccessToken, { as: person, params: { id: token.token_id } }),
    expired: async () => void vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 }),
  }
}

describe.each(['deleted', 'expired'] as const)('Access token (%s)', (end) => {
  test('ends its editor tokens and those of their copies', async () => {
    const all = await given()
    const editor = await givenEditor(all.token, await givenFile(all.person, { name: 'plan.docx' }))
    const { body } = await editor.operate('PUT_RELATIVE', { 'X-WOPI-SuggestedTarget': '.docx' }, 'copy')
    const { pathname, searchParams } = new URL(body.Url)
    const id = pathname.split('/').at(-1) as string
    const copy = editorWith(searchParams.get('access_token') as string, { id })
    const use = async () =>
      [await editor.info(), await editor.operate('LOCK', { 'X-WOPI-Lock': 'a' }), await copy.info()].map(
        ({ status }) => status,
      )

    const before = await use()
    await all[end]()

    expect([before, await use()]).toEqual([
      [200, 200, 200],
      [401, 401, 401],
    ])
  })

  test('ends its calendar link with a 401', async () => {
    const all = await given()
    const { body } = await call(createEventFeed, { as: all.token })
    const secret = new URL(body.url!).searchParams.get('token') as string
    const read = () => call(readEventFeed, { query: { token: secret } })

    const before = (await read()).status
    await all[end]()

    expect([before, (await read()).status]).toEqual([200, 401])
  })
})

test('an edit link returns 401 after the access token that created it has ended', async () => {
  const all = await given()
  const file = await givenFile(all.person, { name: 'plan.docx' })
  const { body } = await call(createEditLink, { as: all.token, params: file })
  await all.deleted()

  const code = new URL(body.url).searchParams.get('code') as string

  expect((await call(openEditor, { params: file, query: { code } })).status).toBe(401)
})

describe('Reply waiting for a confirmation when its access token ends', () => {
  const waiting = async () => {
    const all = await given()
    const space = await givenSpace(all.person)
    const { chat } = await givenTalk(all.person, { functions: ['wiki_update_space'] })
    provider.call('wiki_update_space', { id: space.id, visibility: 'internal' })
    const reply = await replyTo(all.token, chat, 'Show it to everybody')
    expect(reply.status).toBe('requires_action')
    await all.deleted()
    return { ...all, reply }
  }

  test('fails instead of making the call', async () => {
    const { person, reply } = await waiting()

    expect(await confirmed(person, reply, { approve: true })).toMatchObject({
      status: 'failed',
      error: 'The access token that requested this reply has ended.',
    })
  })

  test('continues once its person retries it in a session', async () => {
    const { person, reply } = await waiting()
    await confirmed(person, reply, { approve: true })
    provider.say('Done without it.')

    await act(retryMessage, person, reply)
    await settle()

    expect((await messageFor(person, reply)).status).not.toBe('failed')
  })
})
