import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { createTrust } from '../../src/assistants/endpoints/create-trust.ts'
import { givenAssistant, givenChat, givenTalk, replyTo } from '../support/given-chat.ts'
import { givenProvider } from '../support/given-provider.ts'
import { made } from '../support/given.ts'
import { adaAndBob, type SignedIn } from '../support/people.ts'

const provider = await givenProvider()
const address = `/api/v1/files/${randomUUID()}/contents`
const id = randomUUID()

let ada: SignedIn
let bob: SignedIn

beforeEach(async () => {
  ;[ada, bob] = await adaAndBob()
})

/** Returns the unconfirmed calls by an assistant of Ada's whose function Bob trusts. */
const callTrusted = async (name: string, args: object) => {
  const assistant = await givenAssistant(ada, { functions: [name], visibility: 'public' })
  await made(createTrust, { as: bob, params: assistant, body: { functions: [name] } })
  provider.call(name, args)
  return (await replyTo(bob, await givenChat(bob, [assistant]), 'Write it')).function_calls
}

describe('a call with a text that links to a file', () => {
  test.each<[what: string, name: string, args: object]>([
    ['a page', 'wiki_create_page', { space_id: id, title: 'A picture', content: `![](${address})` }],
    ['a revision', 'wiki_create_revision', { id, content: `See <https://example.com${address}>.` }],
    ['a comment on a page', 'wiki_create_comment', { id, text: `[the file](${address.toUpperCase()})` }],
    ['a comment on a task', 'task_create_comment', { id, text: address }],
    ['a lesson', 'lms_update_lesson', { id, lesson_id: id, content: `<img src="${address}">` }],
    [
      'an event',
      'lms_create_event',
      { title: 'An event', start_at: '2030-01-01T10:00:00Z', location: address },
    ],
  ])('shares the file and waits even if the assistant is trusted: %s', async (_, name, args) => {
    expect(await callTrusted(name, args)).toMatchObject([{ name, effect: 'sharing', status: 'waiting' }])
  })

  test('shares the file even if the text is deep in the arguments', async () => {
    const { chat } = await givenTalk(ada, { functions: ['lms_update_course'] })
    const chapters = [{ title: 'One', lessons: [{ title: 'First', content: `![](${address})` }] }]
    provider.call('lms_update_course', { id, chapters })

    const { function_calls } = await replyTo(ada, chat, 'Write it')

    expect(function_calls).toMatchObject([{ effect: 'sharing', status: 'waiting' }])
  })

  test('shares nothing if it only reads', async () => {
    const { chat } = await givenTalk(ada, { functions: ['search_search_everything'] })
    provider.call('search_search_everything', { q: address }).say('Nothing.')

    const { function_calls } = await replyTo(ada, chat, 'Look for it')

    expect(function_calls).toMatchObject([{ effect: 'read', status: 'completed' }])
  })
})

test('restoring a revision may share files and waits', async () => {
  const { chat } = await givenTalk(ada, { functions: ['wiki_restore_revision'] })
  provider.call('wiki_restore_revision', { id, number: 1 })

  const { function_calls } = await replyTo(ada, chat, 'Put it back')

  expect(function_calls).toMatchObject([{ effect: 'sharing', status: 'waiting' }])
})
