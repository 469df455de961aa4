import { describe, expect, test } from 'vitest'
import { updateAssistant } from '../../src/assistants/endpoints/update-assistant.ts'
import { listActivity } from '../../src/history/endpoints/list-activity.ts'
import { createMessage } from '../../src/support/endpoints/create-message.ts'
import { updateTicket } from '../../src/support/endpoints/update-ticket.ts'
import { updateUser } from '../../src/users/endpoints/update-user.ts'
import { createComment } from '../../src/wiki/endpoints/create-comment.ts'
import { deleteComment } from '../../src/wiki/endpoints/delete-comment.ts'
import { updatePage } from '../../src/wiki/endpoints/update-page.ts'
import { updateSpace } from '../../src/wiki/endpoints/update-space.ts'
import { call, raw } from '../support/call.ts'
import { givenAssistant } from '../support/given-chat.ts'
import { givenTicket } from '../support/given-ticket.ts'
import { givenPage, givenRevision, givenSpace, made } from '../support/given.ts'
import { adaAndBob, signedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'
import { actionsOf, activityOf, activityStatus } from './given.ts'

describe('GET /activity', () => {
  test('lists each changed field of a page with its author and values, newest first', async () => {
    const [ada, bob] = await adaAndBob()
    const page = await givenPage(ada, await givenSpace(ada), { title: 'Plan', content: 'One' })
    await givenRevision(bob, page, { content: 'Two words' })
    await made(updatePage, { as: bob, params: { id: page.id }, body: { tags: ['new'] } })
    await settle()

    const [tagged, revised, created, ...rest] = await activityOf(ada, 'wiki_page', page)

    expect(rest).toEqual([])
    expect(tagged).toMatchObject({
      action: 'wiki_page.updated',
      actor: { id: bob.id, name: 'Bob Brown' },
      via: 'session',
      object: { type: 'wiki_page', id: page.id },
      changes: [{ field: 'tags', before: [], after: ['new'] }],
    })
    expect(revised?.changes).toEqual([
      { field: 'content', before: { revision: 1, size: 3 }, after: { revision: 2, size: 9 } },
    ])
    expect(created).toMatchObject({ action: 'wiki_page.created', actor: { id: ada.id } })
    expect(created?.changes).toContainEqual({ field: 'title', before: null, after: 'Plan' })
  })

  test('records a redelivered change once', async () => {
    const ada = await signedIn()
    const page = await givenPage(ada, await givenSpace(ada))
    await made(updatePage, { as: ada, params: { id: page.id }, body: { title: 'New' } })

    await settle({ deliveries: 5 })

    expect(actionsOf(await activityOf(ada, 'wiki_page', page))).toEqual([
      'wiki_page.updated',
      'wiki_page.created',
    ])
  })

  test('lists comments on a page and who deleted one, without their text', async () => {
    const [ada, bob] = [await signedIn({ role: 'admin' }), await signedIn()]
    const page = await givenPage(ada, await givenSpace(ada))
    const comment = await made(createComment, {
      as: bob,
      params: { id: page.id },
      body: { text: 'A secret' },
    })
    await made(deleteComment, { as: ada, params: { id: page.id, comment_id: comment.id } })
    await settle()

    const [removed, written] = await activityOf(ada, 'wiki_page', page)

    expect(removed).toMatchObject({
      action: 'wiki_comment.deleted',
      actor: { id: ada.id },
      object: { id: comment.id },
    })
    expect(written).toMatchObject({ action: 'wiki_comment.created', actor: { id: bob.id } })
    expect(JSON.stringify([removed, written])).not.toContain('secret')
  })

  test('returns 404 to people who may no longer read the resource', async () => {
    const [ada, bob] = await adaAndBob()
    const space = await givenSpace(ada, { visibility: 'private', members: [[bob, 'read']] })
    const statuses = async () => [
      await activityStatus(ada, 'wiki_space', space),
      await activityStatus(bob, 'wiki_space', space),
    ]
    const before = await statuses()

    await made(updateSpace, { as: ada, params: { id: space.id }, body: { members: [] } })

    expect([before, await statuses()]).toEqual([
      [200, 200],
      [200, 404],
    ])
  })

  test('hides internal changes of a ticket from its requester, even a support agent', async () => {
    const [requester, agent] = [
      await signedIn({ role: 'support_agent' }),
      await signedIn({ role: 'support_agent' }),
    ]
    const ticket = await givenTicket(requester)
    await made(createMessage, {
      as: agent,
      body: { ticket_id: ticket.id, text: 'Between us', is_internal: true },
    })
    await made(updateTicket, { as: agent, params: { id: ticket.id }, body: { priority: 'high' } })
    await settle()
    const internal = { field: 'is_internal', before: null, after: true }

    const [seen, known] = [
      await activityOf(requester, 'ticket', ticket),
      await activityOf(agent, 'ticket', ticket),
    ]

    expect(actionsOf(seen)).toContain('ticket.updated')
    expect(seen.flatMap(({ changes }) => changes)).not.toContainEqual(internal)
    expect(known.flatMap(({ changes }) => changes)).toContainEqual(internal)
  })

  test('hides fields that the caller may not read in the resource', async () => {
    const [ada, bob] = await adaAndBob()
    const assistant = await givenAssistant(ada, {
      model_id: 'extractive',
      instructions: 'Be brief',
      visibility: 'public',
    })
    await made(updateAssistant, { as: ada, params: { id: assistant.id }, body: { instructions: 'Be kind' } })
    await settle()
    const fieldsFor = async (as: typeof ada) =>
      (await activityOf(as, 'assistant', assistant)).map(({ changes }) => changes.map(({ field }) => field))

    expect((await fieldsFor(ada))[0]).toEqual(['instructions'])
    expect((await fieldsFor(bob)).flat()).not.toContain('instructions')
  })

  test('shows changes of people to administrators only', async () => {
    const [ada, admin] = [await signedIn(), await signedIn({ role: 'admin' })]
    await made(updateUser, {
      as: admin,
      params: { id: ada.id },
      body: { role: 'support_agent', name: 'Countess' },
    })
    await settle()

    const [changed] = await activityOf(admin, 'user', ada)

    expect(await activityOf(ada, 'user', ada)).toEqual([])
    expect(changed?.changes).toEqual([
      { field: 'name', before: null, after: null },
      { field: 'role', before: 'user', after: 'support_agent' },
    ])
  })

  test.each([
    ['no type', { resource_id: '01990c1e-7a6b-7c52-9b5e-3c1d0f4e8a11' }, 'resource_type'],
    [
      'a type without activity',
      { resource_type: 'chat', resource_id: '01990c1e-7a6b-7c52-9b5e-3c1d0f4e8a11' },
      'resource_type',
    ],
    ['no id', { resource_type: 'task' }, 'resource_id'],
    ['an id that is none', { resource_type: 'task', resource_id: 'x' }, 'resource_id'],
  ])('rejects %s', async (_, query, field) => {
    const { status, detail } = await call(listActivity, { as: await signedIn(), query: raw(query) })

    expect([status, detail]).toEqual([422, expect.stringContaining(field)])
  })
})
