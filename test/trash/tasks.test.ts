import { beforeEach, describe, expect, test } from 'vitest'
import { listEvents } from '../../src/lms/event/endpoints/list-events.ts'
import { listNotifications } from '../../src/notifications/endpoints/list-notifications.ts'
import { searchEverything } from '../../src/search/endpoints/search-everything.ts'
import { deleteProject } from '../../src/task/endpoints/delete-project.ts'
import { deleteTask } from '../../src/task/endpoints/delete-task.ts'
import { listComments } from '../../src/task/endpoints/list-comments.ts'
import { listMyTasks } from '../../src/task/endpoints/list-my-tasks.ts'
import { readProject } from '../../src/task/endpoints/read-project.ts'
import { readTask } from '../../src/task/endpoints/read-task.ts'
import { updateProject } from '../../src/task/endpoints/update-project.ts'
import { call } from '../support/call.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'
import { givenComment, givenProject, givenTask } from '../task/given.ts'
import { deleted, leftIn, nextVersionOf, purge, restore, trashOf } from './given.ts'

const today = new Date().toISOString().slice(0, 10)

let owner: SignedIn
let assignee: SignedIn

beforeEach(async () => {
  ;[owner, assignee] = await Promise.all([signedIn(), signedIn()])
})

const read = (as: SignedIn, { id }: { id: string }) => call(readTask, { as, params: { id } })

/** Returns the numbers of calendar events, tasks, search results and notifications of a person. */
const seenBy = async (as: SignedIn, q: string) => {
  const [events, tasks, hits, news] = await Promise.all([
    call(listEvents, { as, query: { start: `${today}T00:00:00Z` } }),
    call(listMyTasks, { as }),
    call(searchEverything, { as, query: { q } }),
    call(listNotifications, { as }),
  ])
  const counts = [events, tasks, hits].map(({ body }) => body.items.length)
  return [...counts, news.body.items.length]
}

describe('A task in the trash', () => {
  test('disappears everywhere, and returns with comments, dates, terms and subtasks, without notifying', async () => {
    const project = await givenProject(owner)
    const task = await givenTask(owner, project, {
      title: 'Wombat',
      due_date: today,
      assignee_ids: [assignee.id],
    })
    const subtask = await givenTask(owner, project, { parent_id: task.id })
    await givenComment(owner, task)
    await settle()
    const [events, own, hits, news] = await seenBy(assignee, 'wombat')
    const told = Number(news) + 1 // for the deletion

    await deleted(deleteTask, owner, task)
    await settle({ deliveries: 2 })
    const meanwhile = await seenBy(assignee, 'wombat')
    const alone = (await read(owner, subtask)).body.parent_id
    const { task_count: count, task_counts } = (
      await call(readProject, { as: owner, params: { id: project.id } })
    ).body
    const answer = await restore(owner, task)
    await settle({ deliveries: 2 })

    expect([events, own]).toEqual([1, 1])
    expect([meanwhile, alone, count]).toEqual([[0, 0, 0, told], null, 1])
    expect(task_counts).toEqual({ todo: 1, in_progress: 0, done: 0, cancelled: 0 })
    expect(answer).toMatchObject({ status: 200, body: { ...nextVersionOf(task), comment_count: 1 } })
    expect(await seenBy(assignee, 'wombat')).toEqual([events, own, hits, told])
    expect((await read(owner, subtask)).body.parent_id).toBe(task.id)
    expect((await call(listComments, { as: owner, params: { id: task.id } })).body.items).toHaveLength(1)
    const again = await call(readProject, { as: owner, params: { id: project.id } })
    expect(again.body.task_count).toBe(2)
    expect(again.body.task_counts).toEqual({ todo: 2, in_progress: 0, done: 0, cancelled: 0 })
  })

  test('requires its parent, its project and an active project', async () => {
    const admin = await signedIn({ role: 'admin' })
    const project = await givenProject(owner)
    const parent = await givenTask(owner, project)
    const task = await givenTask(owner, project, { parent_id: parent.id })
    await deleted(deleteTask, owner, task)
    await deleted(deleteTask, owner, parent)

    const orphan = await restore(owner, task)
    const elsewhere = await restore(owner, task, { parent_id: project.id })
    await call(updateProject, { as: owner, params: { id: project.id }, body: { status: 'archived' } })
    const archived = await restore(owner, task, { parent_id: null })
    await call(updateProject, { as: owner, params: { id: project.id }, body: { status: 'active' } })
    await deleted(deleteProject, admin, project)
    const homeless = await restore(owner, task, { parent_id: null })
    await restore(admin, project)
    const answer = await restore(owner, task, { parent_id: null })

    const codes = [orphan, elsewhere, archived, homeless].map(({ status, headers }) => [
      status,
      headers['x-error-code'],
    ])
    expect(codes).toEqual([
      [409, 'trash.parent_missing'],
      [422, 'request.invalid'],
      [409, 'task.project_archived'],
      [409, 'trash.container_missing'],
    ])
    expect([answer.status, answer.body.parent_id]).toEqual([200, null])
  })

  test('appears to writers of the project, and can be restored by people who could delete it', async () => {
    const [writer, stranger] = await Promise.all([signedIn(), signedIn()])
    const project = await givenProject(owner, { visibility: 'private', members: [[writer, 'member']] })
    const task = await givenTask(owner, project)
    await deleted(deleteTask, owner, task)
    const query = { project_id: project.id as string }

    const lists = [await trashOf(owner), await trashOf(writer), await trashOf(writer, query)]
    const refused = [(await restore(writer, task)).status, (await restore(stranger, task)).status]

    expect(lists).toEqual([[task.id], [], [task.id]])
    expect(refused).toEqual([403, 404])
  })

  test('loses its comments when it is permanently deleted', async () => {
    const task = await givenTask(owner, await givenProject(owner))
    await givenComment(owner, task)
    await deleted(deleteTask, owner, task)
    await settle()
    const kept = (await leftIn(`task#${task.id}`)).length

    await purge(owner, task)
    await settle({ deliveries: 2 })

    expect([kept, await leftIn(`task#${task.id}`), await leftIn(`trash#${task.id}`)]).toEqual([1, [], []])
  })
})

describe('A project in the trash', () => {
  test('takes its tasks along and restores them, and continues their numbers', async () => {
    const admin = await signedIn({ role: 'admin' })
    const project = await givenProject(owner, {
      visibility: 'private',
      members: [[assignee, 'member']],
    })
    const fields = { title: 'Numbat', due_date: today, assignee_ids: [assignee.id] }
    const task = await givenTask(owner, project, fields)
    await settle()
    const [events, own, hits, news] = await seenBy(assignee, 'numbat')
    const told = Number(news) + 1 // for the deletion

    await deleted(deleteProject, admin, project)
    await settle({ deliveries: 2 })
    const meanwhile = await seenBy(assignee, 'numbat')
    const status = (await read(assignee, task)).status
    const answer = await restore(owner, project)
    await settle({ deliveries: 2 })

    expect([meanwhile, status]).toEqual([[0, 0, 0, told], 404])
    expect(answer).toMatchObject({
      status: 200,
      body: { id: project.id, task_count: 1, task_counts: { todo: 1 }, version: project.version + 1 },
    })
    expect(await seenBy(assignee, 'numbat')).toEqual([events, own, hits, told])
    expect((await read(assignee, task)).body).toEqual(task)
    expect((await givenTask(owner, project)).number).toBe(task.number + 1)
  })

  test('loses its tasks, including trashed ones, when it is permanently deleted', async () => {
    const admin = await signedIn({ role: 'admin' })
    const project = await givenProject(owner)
    const [task, other] = [await givenTask(owner, project), await givenTask(owner, project)]
    await givenComment(owner, task)
    await givenComment(owner, other)
    await deleted(deleteTask, owner, other)
    await deleted(deleteProject, admin, project)
    await settle()

    const answer = await purge(admin, project)
    await settle({ deliveries: 2 })

    expect(answer.status).toBe(204)
    const places = [`project#${project.id}`, `task#${task.id}`, `task#${other.id}`]
    expect((await Promise.all(places.map(leftIn))).flat()).toEqual([])
    expect(await trashOf(owner)).toEqual([])
  })
})
