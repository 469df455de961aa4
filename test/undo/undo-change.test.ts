import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { createAssistant } from '../../src/assistants/endpoints/create-assistant.ts'
import { deleteAssistant } from '../../src/assistants/endpoints/delete-assistant.ts'
import { readAssistant } from '../../src/assistants/endpoints/read-assistant.ts'
import { createFile } from '../../src/files/endpoints/create-file.ts'
import { readFile } from '../../src/files/endpoints/read-file.ts'
import { updateFile } from '../../src/files/endpoints/update-file.ts'
import { createComment } from '../../src/task/endpoints/create-comment.ts'
import { createTask } from '../../src/task/endpoints/create-task.ts'
import { createProject } from '../../src/task/endpoints/create-project.ts'
import { readTask } from '../../src/task/endpoints/read-task.ts'
import { updateTask } from '../../src/task/endpoints/update-task.ts'
import { historyEntries } from '../../src/platform/history/entry.ts'
import { readList } from '../../src/platform/table/list/list.ts'
import { undoChange } from '../../src/undo/endpoints/undo-change.ts'
import { readPage } from '../../src/wiki/endpoints/read-page.ts'
import { updatePage } from '../../src/wiki/endpoints/update-page.ts'
import { updateSpace } from '../../src/wiki/endpoints/update-space.ts'
import { call } from '../support/call.ts'
import { givenFile } from '../support/given-file.ts'
import { givenMessage, givenTicket } from '../support/given-ticket.ts'
import { givenPage, givenSpace, made } from '../support/given.ts'
import { adaAndBob, signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'
import { activityOf, type ResourceType } from '../history/given.ts'

let ada: SignedIn
let bob: SignedIn

beforeEach(async () => {
  ;[ada, bob] = await adaAndBob()
})

/** Returns the newest change of a resource, once history is complete. */
const newestOf = async (as: SignedIn, type: ResourceType, thing: { id: string }) => {
  await settle()
  const [newest] = await activityOf(as, type, thing)
  return newest!
}

const undo = (as: SignedIn, { id }: { id: string }, body?: object) =>
  call(undoChange, { as, params: { id }, body })

const givenTask = async (as: SignedIn) => {
  const { id } = await made(createProject, { as, body: { name: 'Move' } })
  return made(createTask, { as, params: { id }, body: { title: 'Pack' } })
}

describe('POST /activity/{id}/undo', () => {
  test('lists in a dry run who would lose access', async () => {
    const space = await givenSpace(ada, { visibility: 'private' })
    const members = [{ user_id: bob.id, permission: 'read' as const }]
    await made(updateSpace, { as: ada, params: { id: space.id }, body: { members } })

    const { body } = await undo(ada, await newestOf(ada, 'wiki_space', space), { dry_run: true })

    const loses = [{ id: bob.id, name: bob.name }]
    expect(body.audience).toEqual({ before: 2, after: 1, gains: [], loses, truncated: false })
  })

  test('reverts fields, and returns the same result when repeated', async () => {
    const task = await givenTask(ada)
    const params = { id: task.id }
    const body = { title: 'Unpack', priority: 'high' as const, assignee_ids: [bob.id] }
    await made(updateTask, { as: ada, params, body })
    const change = await newestOf(ada, 'task', task)

    const dry = await undo(ada, change, { dry_run: true })
    const untouched = await made(readTask, { as: ada, params })
    const first = await undo(ada, change)
    const second = await undo(ada, change)
    const present = await made(readTask, { as: ada, params })

    const { title, priority, assignee_ids } = task
    expect({ ...dry.body, audience: null }).toEqual(first.body)
    expect(change.can_undo).toBe(true)
    expect(untouched).toMatchObject(body)
    expect(first.body).toMatchObject({
      undone: [change.id],
      left: [],
      changes: [
        {
          action: 'updated',
          type: 'task',
          id: task.id,
          fields: expect.arrayContaining([{ field: 'title', before: 'Unpack', after: 'Pack' }]),
        },
      ],
    })
    expect(second.body).toEqual({ ...first.body, changes: [] })
    expect(present).toMatchObject({ title, priority, assignee_ids })
  })

  test('returns 409 and changes nothing if another person has changed a field since', async () => {
    const page = await givenPage(ada, await givenSpace(ada), { tags: ['a'] })
    const params = { id: page.id }
    await made(updatePage, { as: ada, params, body: { tags: ['b'], position: 3 } })
    const change = await newestOf(ada, 'wiki_page', page)
    await made(updatePage, { as: bob, params, body: { tags: ['c'] } })

    const answer = await undo(ada, change)

    expect([answer.status, answer.headers['x-error-code']]).toEqual([409, 'undo.changed_since'])
    expect(await made(readPage, { as: ada, params })).toMatchObject({ tags: ['c'], position: 3 })
  })

  test('restores the former revision, and keeps other fields', async () => {
    const page = await givenPage(ada, await givenSpace(ada), { title: 'Plan', content: 'One' })
    const params = { id: page.id }
    await made(updatePage, { as: ada, params, body: { title: 'Plot', content: 'Two', tags: ['x'] } })
    const change = await newestOf(ada, 'wiki_page', page)
    await made(updatePage, { as: bob, params, body: { position: 7 } })

    const answer = await undo(ada, change)

    const second = await undo(ada, change)

    expect(answer.status, answer.text).toBe(200)
    expect(second.body).toEqual({ ...answer.body, changes: [] })
    const present = await made(readPage, { as: ada, params })
    expect(present).toMatchObject({ title: 'Plan', content: 'One', tags: [], position: 7, revision: 3 })
  })

  test('revokes what was shared', async () => {
    const space = await givenSpace(ada, { visibility: 'private' })
    const members = [{ user_id: bob.id, permission: 'write' as const }]
    await made(updateSpace, { as: ada, params: { id: space.id }, body: { members } })
    const shared = await newestOf(ada, 'wiki_space', space)
    const file = await givenFile(ada)
    const grants = [{ user_id: bob.id, permission: 'read' as const }]
    await made(updateFile, { as: ada, params: { id: file.id }, body: { grants } })
    const granted = await newestOf(ada, 'file', file)

    const answers = await Promise.all([undo(ada, shared), undo(ada, granted)])

    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(answers.map(({ body }) => body.changes[0]!.fields)).toEqual([
      [expect.objectContaining({ field: 'members', after: space.members })],
      [expect.objectContaining({ field: 'grants', after: [] })],
    ])
  })

  test('restores the name of a file, and the media type that follows from it', async () => {
    const { file } = await made(createFile, { as: ada, body: { name: 'notes.txt', size: 5 } })
    await made(updateFile, { as: ada, params: { id: file.id }, body: { name: 'notes.md' } })
    const renamed = await newestOf(ada, 'file', file)

    const { status } = await undo(ada, renamed)

    const { body } = await call(readFile, { as: ada, params: { id: file.id } })
    expect([renamed.can_undo, status]).toEqual([true, 200])
    expect([body.name, body.content_type]).toEqual(['notes.txt', 'text/plain'])
  })

  test('moves a created resource to the trash, unless another person has worked on it', async () => {
    const [task, other] = [await givenTask(ada), await givenTask(ada)]
    const creation = await newestOf(ada, 'task', task)
    const another = await newestOf(ada, 'task', other)
    const admin = await signedIn({ role: 'admin' })
    await made(createComment, { as: admin, params: { id: other.id }, body: { text: 'Mine' } })
    await settle()

    const [gone, left] = [await undo(ada, creation), await undo(ada, another)]
    const again = await undo(ada, creation)

    expect(gone.body).toMatchObject({ undone: [creation.id], changes: [{ action: 'deleted', id: task.id }] })
    expect([left.status, left.headers['x-error-code']]).toEqual([409, 'undo.changed_since'])
    expect(again.body).toMatchObject({ undone: [creation.id], left: [] })
    expect((await call(readTask, { as: ada, params: { id: task.id } })).status).toBe(404)
    expect((await call(readTask, { as: ada, params: { id: other.id } })).status).toBe(200)
  })

  test('restores a deleted resource', async () => {
    const assistant = await made(createAssistant, {
      as: ada,
      body: { name: 'Helper', instructions: 'Be kind.' },
    })
    const params = { id: assistant.id }
    await settle()
    await call(deleteAssistant, { as: ada, params })
    await settle()
    const { items } = await readList(historyEntries.in('ofActor', { actor_id: ada.id }), { limit: 1 })
    const deletion = items[0]!

    const answer = await undo(ada, deletion)

    expect(answer.body).toMatchObject({ undone: [deletion.id], left: [] })
    expect(await made(readAssistant, { as: ada, params })).toMatchObject({ instructions: 'Be kind.' })
  })

  test("checks the caller's permissions, and returns 404 to people who cannot see the change", async () => {
    const space = await givenSpace(ada, { members: [[bob, 'read']], visibility: 'private' })
    const page = await givenPage(ada, space)
    await made(updatePage, { as: ada, params: { id: page.id }, body: { tags: ['b'] } })
    const change = await newestOf(ada, 'wiki_page', page)

    const answers = await Promise.all([
      undo(bob, change),
      undo(await signedIn(), change),
      undo(ada, { id: randomUUID() }),
    ])

    expect(answers.map(({ status }) => status)).toEqual([403, 404, 404])
  })

  test('rejects changes that no operation undoes', async () => {
    const ticket = await givenTicket(ada)
    const creation = await newestOf(ada, 'ticket', ticket)
    await givenMessage(ada, ticket)
    const message = await newestOf(ada, 'ticket', ticket)

    const draft = await givenPage(ada, await givenSpace(ada), { status: 'draft' })
    await made(updatePage, { as: ada, params: { id: draft.id }, body: { status: 'published' } })
    const publication = await newestOf(ada, 'wiki_page', draft)

    const changes = [creation, message, publication]
    const answers = await Promise.all(changes.map((change) => undo(ada, change)))

    expect(changes.map(({ can_undo }) => can_undo)).toEqual([false, false, false])
    expect(answers.map(({ status }) => status)).toEqual([422, 422, 422])
    expect((await undo(ada, creation, { dry_run: 'yes' })).status).toBe(422)
  })
})
