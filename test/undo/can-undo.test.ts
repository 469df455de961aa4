import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { listAudit } from '../../src/history/endpoints/list-audit.ts'
import { createEvent } from '../../src/lms/event/endpoints/create-event.ts'
import { updateProject } from '../../src/task/endpoints/update-project.ts'
import { updateCourse } from '../../src/lms/endpoints/update-course.ts'
import { createTask } from '../../src/task/endpoints/create-task.ts'
import { createProject } from '../../src/task/endpoints/create-project.ts'
import { deleteTask } from '../../src/task/endpoints/delete-task.ts'
import { updateTask } from '../../src/task/endpoints/update-task.ts'
import { undoChange } from '../../src/undo/endpoints/undo-change.ts'
import { updateSpace } from '../../src/wiki/endpoints/update-space.ts'
import { activityOf, type ResourceType } from '../history/given.ts'
import { call } from '../support/call.ts'
import { chapterOf, givenCategory, givenCourse } from '../support/given-course.ts'
import { givenEditor } from '../support/given-editor.ts'
import { givenFile } from '../support/given-file.ts'
import { changedTicket, givenTicket } from '../support/given-ticket.ts'
import { givenSpace, made } from '../support/given.ts'
import { adaAndBob, signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'
import { changeOf } from './given.ts'

let ada: SignedIn
let bob: SignedIn

beforeEach(async () => {
  ;[ada, bob] = await adaAndBob()
})

afterEach(() => void vi.useRealTimers())

const undo = (as: SignedIn, { id }: { id: string }) => call(undoChange, { as, params: { id } })

const canUndo = async (as: SignedIn, type: ResourceType, thing: { id: string }) => {
  await settle()
  return (await activityOf(as, type, thing)).map(({ action, can_undo }) => [action, can_undo])
}

const givenTask = async () => {
  const { id } = await made(createProject, { as: ada, body: { name: 'Move' } })
  return made(createTask, { as: ada, params: { id }, body: { title: 'Pack' } })
}

describe('can_undo', () => {
  test('becomes false for an undone change, but not for the undo itself', async () => {
    const task = await givenTask()
    await made(updateTask, { as: ada, params: { id: task.id }, body: { title: 'Unpack' } })
    await settle()
    const [change] = await activityOf(ada, 'task', task)
    await undo(ada, change!)

    expect(await canUndo(ada, 'task', task)).toEqual([
      ['task.updated', true],
      ['task.updated', false],
      ['task.created', true],
    ])
  })

  test('returns false to the requester of a ticket for changes that only agents may make', async () => {
    const agent = await signedIn({ role: 'support_agent' })
    const ticket = await givenTicket(ada)
    await changedTicket(agent, ticket, { priority: 'high' })

    const [ofRequester, ofAgent] = [
      await canUndo(ada, 'ticket', ticket),
      await canUndo(agent, 'ticket', ticket),
    ]

    expect(ofRequester[0]).toEqual(['ticket.updated', false])
    expect(ofAgent[0]).toEqual(['ticket.updated', true])
  })

  test('returns false to people who may only read a space', async () => {
    const space = await givenSpace(ada)
    await made(updateSpace, { as: ada, params: { id: space.id }, body: { name: 'Other' } })

    const [ofReader, ofOwner] = [
      await canUndo(bob, 'wiki_space', space),
      await canUndo(ada, 'wiki_space', space),
    ]

    expect(ofReader.map(([, can]) => can)).toEqual([false, false])
    expect(ofOwner.map(([, can]) => can)).toEqual([true, true])
  })

  test('returns false for the creation of a resource that only administrators may delete', async () => {
    const admin = await signedIn({ role: 'admin' })
    const project = await made(createProject, { as: ada, body: { name: 'Move' } })
    await made(updateProject, { as: ada, params: { id: project.id }, body: { name: 'Stay' } })
    const body = { title: 'Party', start_at: '2030-05-01T10:00:00Z' }
    const things = [
      ['project', project],
      ['category', await givenCategory()],
      ['event', await made(createEvent, { as: admin, body })],
    ] as const
    await settle()

    const created = ({ action }: { action: string }) => action.endsWith('.created')
    const answers = []
    for (const [type, thing] of things) {
      const entry = (await activityOf(ada, type, thing)).find(created)!
      const [ofAdmin] = (await activityOf(admin, type, thing)).filter(created)
      answers.push([type, entry.can_undo, ofAdmin?.can_undo, (await undo(ada, entry)).status])
    }

    expect(answers).toEqual(things.map(([type]) => [type, false, true, 403]))
    expect((await canUndo(ada, 'project', project))[0]).toEqual(['project.updated', true])
  })
})

describe('Undo of a creation', () => {
  test('returns 403 to people who may not delete the resource, even if others have changed it since', async () => {
    const task = await givenTask()
    await settle()
    const [creation] = await activityOf(ada, 'task', task)
    await made(updateTask, { as: bob, params: { id: task.id }, body: { title: 'Mine' } })
    await settle()

    const answers = [await undo(bob, creation!), await undo(ada, creation!)]

    expect(answers.map(({ status }) => status)).toEqual([403, 409])
  })
})

/** Creates changes whose former state is kept for 30 days. */
const givenFormerStates = async () => {
  const course = await givenCourse(ada, { chapters: [chapterOf('One')] })
  await made(updateCourse, { as: ada, params: { id: course.id }, body: { chapters: [chapterOf('Two')] } })
  const file = await givenFile(ada, { name: 'plan.md', bytes: 'one' })
  const editor = await givenEditor(ada, file)
  await editor.operate('LOCK', { 'X-WOPI-Lock': 'a' })
  await editor.save('two', { 'X-WOPI-Lock': 'a' })
  await editor.operate('UNLOCK', { 'X-WOPI-Lock': 'a' })
  const task = await givenTask()
  await call(deleteTask, { as: ada, params: { id: task.id } })
  return [
    await changeOf(ada, 'course.updated'),
    await changeOf(ada, 'file.updated'),
    await changeOf(ada, 'task.deleted'),
  ]
}

/** Returns an administrator, and `can_undo` of each change as shown to them this many days from now. */
const undoableAfter = async (days: number, changes: { id: string }[]) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * 86_400_000 })
  const admin = await signedIn({ role: 'admin' })
  const { items } = await made(listAudit, { as: admin, query: { actor_id: ada.id } })
  const found = new Map<string, boolean>(
    items.map((entry: { id: string; can_undo: boolean }) => [entry.id, entry.can_undo]),
  )
  return { admin, can: changes.map(({ id }) => found.get(id)) }
}

describe('Undo of contents, versions and deletions, kept for 30 days', () => {
  test('succeeds within 30 days', async () => {
    const changes = await givenFormerStates()

    const { can } = await undoableAfter(29, changes)

    expect(can).toEqual([true, true, true])
  })

  test('returns 409 after 30 days, when the changes are no longer marked as undoable', async () => {
    const changes = await givenFormerStates()

    const { admin, can } = await undoableAfter(31, changes)
    const answers = []
    for (const change of changes) answers.push(await undo(admin, change))

    const gone = 'no longer exists; former values are kept for 30 days.'
    expect(can).toEqual([false, false, false])
    expect(answers.map(({ status, detail }) => [status, detail])).toEqual([
      [409, `The former value of "contents" ${gone}`],
      [409, `The former value of "contents" ${gone}`],
      [409, 'The deleted resource no longer exists.'],
    ])
  })
})
