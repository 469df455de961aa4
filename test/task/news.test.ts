import { describe, expect, test } from 'vitest'
import { listNotifications } from '../../src/notifications/endpoints/list-notifications.ts'
import { deleteTask } from '../../src/task/endpoints/delete-task.ts'
import { updateProject } from '../../src/task/endpoints/update-project.ts'
import { updateTask } from '../../src/task/endpoints/update-task.ts'
import { comments } from '../../src/task/task/comment.ts'
import { tasks } from '../../src/task/task/task.ts'
import { call } from '../support/call.ts'
import { handOver } from '../support/hand-over.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'
import { givenComment, givenProject, givenTask } from './given.ts'

type News = { type: string; title: string; body: string | null }

const newsFor = async (as: SignedIn): Promise<News[]> =>
  (await call(listNotifications, { as, query: { limit: 100 } })).body.items.reverse()

const typesFor = async (...people: SignedIn[]) =>
  Promise.all(people.map(async (as) => (await newsFor(as)).map(({ type }) => type)))

const change = (as: SignedIn, { id }: { id: string }, body: object) =>
  call(updateTask, { as, params: { id }, body })

const idsOf = (...people: SignedIn[]) => people.map(({ id }) => id)

const givenPeople = () => Promise.all([signedIn({ name: 'Grace Hopper' }), signedIn(), signedIn()])

describe('Notifications of new assignees', () => {
  test('name the assigner, come once, and skip people who assigned themselves', async () => {
    const [giver, taker, second] = await givenPeople()
    const project = await givenProject(giver)

    const task = await givenTask(giver, project, { title: 'Plan', assignee_ids: idsOf(giver, taker) })
    await settle({ deliveries: 5 })
    await change(giver, task, { assignee_ids: idsOf(giver, taker, second) })
    await change(second, task, { status: 'in_progress' })
    await settle({ deliveries: 5 })

    expect(await typesFor(giver, taker, second)).toEqual([[], ['task_assigned'], ['task_assigned']])
    const [news] = await newsFor(taker)
    expect(news).toMatchObject({
      title: 'Grace Hopper assigned “Plan” to you',
      actor: { id: giver.id, name: 'Grace Hopper' },
      resource: {
        type: 'task',
        id: task.id,
        title: 'Plan',
        url: `http://127.0.0.1:3000/view/task/${task.id}`,
      },
    })
  })

  test('keep all characters, including those that queues reject', async () => {
    const [giver, taker] = await givenPeople()
    const title = 'Plan 🚀 \uFFFE \uFFFF'

    await givenTask(giver, await givenProject(giver), { title, assignee_ids: [taker.id] })
    await settle()

    expect((await newsFor(taker))[0]?.title).toBe(`Grace Hopper assigned “${title}” to you`)
  })

  test('repeat when the task was unassigned in between', async () => {
    const [giver, taker] = await givenPeople()
    const task = await givenTask(giver, await givenProject(giver), { assignee_ids: [taker.id] })

    await change(giver, task, { assignee_ids: [] })
    await change(giver, task, { assignee_ids: [taker.id] })
    await settle({ deliveries: 2 })

    expect(await typesFor(taker)).toEqual([['task_assigned', 'task_assigned']])
  })

  test('do not repeat when all changes are delivered again', async () => {
    const [giver, taker] = await givenPeople()
    const task = await givenTask(giver, await givenProject(giver), { assignee_ids: [taker.id] })
    await change(giver, task, { due_date: '2026-03-01' })
    const comment = await givenComment(giver, task)
    await settle()
    const before = await newsFor(taker)

    await handOver(tasks.itemOf({ ...(await tasks.get(task)) }), comments.itemOf(comment))
    await settle()

    expect(before.map(({ type }) => type)).toEqual(['task_assigned', 'task_due_changed', 'task_comment'])
    expect(await newsFor(taker)).toEqual(before)
  })
})

describe('Notifications of changed due dates', () => {
  test('skip people who moved the date themselves or were just assigned', async () => {
    const [giver, taker, second] = await givenPeople()
    const assignee_ids = idsOf(giver, taker)
    const task = await givenTask(giver, await givenProject(giver), { title: 'Plan', assignee_ids })

    await change(giver, task, { due_date: '2026-03-01', assignee_ids: idsOf(giver, taker, second) })
    await change(giver, task, { due_date: '2026-03-01', priority: 'low' })
    await change(taker, task, { due_date: null })
    await settle({ deliveries: 5 })

    expect(await typesFor(giver, taker, second)).toEqual([
      ['task_due_changed'],
      ['task_assigned', 'task_due_changed'],
      ['task_assigned', 'task_due_changed'],
    ])
    expect((await newsFor(taker))[1]?.title).toBe('Grace Hopper set the due date of “Plan” to March 1, 2026')
    expect((await newsFor(giver))[0]?.title).toBe('Ada Lovelace removed the due date from “Plan”')
  })
})

describe('Notifications of comments', () => {
  test('reach assignees, creator and mentioned people, once each, but not the author', async () => {
    const [creator, assignee, named] = await givenPeople()
    const author = await signedIn({ name: 'Barbara Liskov' })
    const assignee_ids = idsOf(assignee, author)
    const task = await givenTask(creator, await givenProject(creator), { title: 'Plan', assignee_ids })
    await settle()

    await givenComment(author, task, { text: 'Done', mentions: idsOf(named, author) })
    await givenComment(author, task, { text: 'x'.repeat(300), mentions: idsOf(assignee) })
    await settle({ deliveries: 5 })

    expect(await typesFor(creator, assignee, named, author)).toEqual([
      ['task_comment', 'task_comment'],
      ['task_assigned', 'task_comment', 'task_mention'],
      ['task_mention'],
      ['task_assigned'],
    ])
    expect((await newsFor(named))[0]).toMatchObject({
      title: 'Barbara Liskov mentioned you in “Plan”',
      body: 'Done',
    })
    expect((await newsFor(creator))[1]?.body).toHaveLength(200)
  })

  test('skip people assigned after the comment', async () => {
    const [creator, later] = await givenPeople()
    const task = await givenTask(creator, await givenProject(creator))
    await givenComment(await signedIn(), task)

    await change(creator, task, { assignee_ids: [later.id] })
    await settle()

    expect(await typesFor(creator, later)).toEqual([['task_comment'], ['task_assigned']])
  })
})

describe('Notifications of the creator', () => {
  test('name the person who completed the task, cover only completion, and skip their own completions', async () => {
    const [creator, doer] = await givenPeople()
    const project = await givenProject(creator)
    const assignee_ids = idsOf(creator, doer)
    const [task, own] = await Promise.all([
      givenTask(creator, project, { title: 'Plan', assignee_ids }),
      givenTask(creator, project),
    ])

    await change(doer, task, { status: 'done', due_date: '2026-03-01' })
    await change(doer, task, { priority: 'high' })
    await change(creator, own, { status: 'done' })
    await settle({ deliveries: 3 })

    const [completed, ...more] = await newsFor(creator)
    expect(more).toEqual([])
    expect(completed).toMatchObject({ type: 'task_completed', title: `${doer.name} completed “Plan”` })
  })
})

describe('Notifications about tasks', () => {
  test('skip people without access to the project', async () => {
    const [owner, member, outsider] = await givenPeople()
    const project = await givenProject(owner, { members: [[member, 'guest']] })
    const assignee_ids = idsOf(member, outsider)
    const task = await givenTask(owner, project, { assignee_ids })
    await settle()

    await call(updateProject, { as: owner, params: { id: project.id }, body: { visibility: 'private' } })
    await change(owner, task, { due_date: '2026-03-01' })
    await givenComment(owner, task, { mentions: [outsider.id] })
    await settle()

    expect(await typesFor(member, outsider)).toEqual([
      ['member_added', 'task_assigned', 'task_due_changed', 'task_comment'],
      ['task_assigned'],
    ])
  })

  test('report only the deletion of a deleted task', async () => {
    const [owner, taker] = await givenPeople()
    const task = await givenTask(owner, await givenProject(owner), { assignee_ids: [taker.id] })

    await call(deleteTask, { as: owner, params: { id: task.id } })
    await settle()

    expect(await typesFor(taker)).toEqual([['task_deleted']])
  })
})
