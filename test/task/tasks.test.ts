import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { EndpointHandler } from '../../src/platform/http/endpoint.ts'
import { createTask } from '../../src/task/endpoints/create-task.ts'
import { deleteTask } from '../../src/task/endpoints/delete-task.ts'
import { readProject } from '../../src/task/endpoints/read-project.ts'
import { readTask } from '../../src/task/endpoints/read-task.ts'
import { updateProject } from '../../src/task/endpoints/update-project.ts'
import { updateTask } from '../../src/task/endpoints/update-task.ts'
import { updateUser } from '../../src/users/endpoints/update-user.ts'
import { call, type BodyOf } from '../support/call.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { givenOwnTask, givenProject, givenTask } from './given.ts'
import { statusByCase } from '../support/statuses.ts'

const read = async (as: SignedIn, { id }: { id: string }) =>
  (await call(readTask, { as, params: { id } })).body

const change = (as: SignedIn, { id }: { id: string }, body: object, headers = {}) =>
  call(updateTask, { as, params: { id }, body, headers })

describe('POST /task/projects/{id}/tasks', () => {
  test('creates a task with all given fields', async () => {
    const [as, other] = await Promise.all([signedIn(), signedIn({ name: 'Grace Hopper' })])
    const project = await givenProject(as)
    const parent = await givenTask(as, project)
    const fields = {
      title: 'Write the imprint',
      description: 'As the law wants it.',
      status: 'in_review' as const,
      priority: 'urgent' as const,
      assignee_ids: [other.id, as.id],
      labels: ['legal'],
      parent_id: parent.id,
      start_date: '2026-03-01',
      due_date: '2026-03-31',
      position: 2.5,
    }

    const answer = await call(createTask, { as, params: { id: project.id }, body: fields })

    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({
      ...fields,
      id: expect.any(String),
      assignees: [
        { id: other.id, name: 'Grace Hopper' },
        { id: as.id, name: as.name },
      ],
      attachments: [],
      project_id: project.id,
      project: { id: project.id, name: project.name, key: project.key },
      parent: { id: parent.id, key: parent.key, title: parent.title },
      comment_count: 0,
      subtask_count: 0,
      open_subtask_count: 0,
      attachment_count: 0,
      number: 2,
      key: `${project.key}-2`,
      completed_at: null,
      created_by: { id: as.id, name: as.name },
      version: 1,
      created_at: expect.any(String),
      updated_at: answer.body.created_at,
    })
    expect(answer.headers['location']).toMatch(`/api/v1/task/tasks/${answer.body.id}`)
    expect(await read(other, answer.body)).toEqual(answer.body)
    const { body } = await call(readProject, { as, params: { id: project.id } })
    expect(body.task_count).toBe(2)
  })

  test('sets the defaults', async () => {
    const { author, task } = await givenOwnTask()

    expect(await read(author, task)).toMatchObject({
      status: 'todo',
      priority: 'none',
      number: 1,
      assignee_ids: [],
      assignees: [],
      labels: [],
      parent_id: null,
      position: 0,
      due_date: null,
    })
  })

  test('sets the completion time of a task created as done', async () => {
    const { task } = await givenOwnTask({ status: 'done' })

    expect(task.completed_at).toMatch(/Z$/)
  })

  test.each([
    [{}, 'title'],
    [{ title: '' }, 'title'],
    [{ title: 'x'.repeat(256) }, 'title'],
    [{ title: 'x', description: 'x'.repeat(50_001) }, 'description'],
    [{ title: 'x', status: 'open' }, 'status'],
    [{ title: 'x', priority: 'highest' }, 'priority'],
    [{ title: 'x', labels: Array.from({ length: 21 }, String) }, 'labels'],
    [{ title: 'x', assignee_ids: Array.from({ length: 21 }, () => randomUUID()) }, 'assignee_ids'],
    [{ title: 'x', assignee_ids: [randomUUID()] }, 'assignee_ids[0]'],
    [{ title: 'x', parent_id: randomUUID() }, 'parent_id'],
    [{ title: 'x', due_date: '2026-1-1' }, 'due_date'],
    [{ title: 'x', start_date: '2026-03-02', due_date: '2026-03-01' }, 'due_date'],
    [{ title: 'x', attachments: [randomUUID()] }, 'attachments[0]'],
    [{ title: 'x', number: 7 }, 'number'],
  ])('names the invalid field in %j', async (body, field) => {
    const as = await signedIn()
    const { id } = await givenProject(as)

    const answer = await call(createTask, { as, params: { id }, body })

    expect(answer.status).toBe(422)
    expect(answer.detail).toContain(`"${field}"`)
  })

  test('accepts only members as assignees in a private project', async () => {
    const [as, guest, outsider] = await Promise.all([signedIn(), signedIn(), signedIn({ role: 'admin' })])
    const project = await givenProject(as, { visibility: 'private', members: [[guest, 'guest']] })
    const create = (...people: SignedIn[]) =>
      call(createTask, {
        as,
        params: { id: project.id },
        body: { title: 'x', assignee_ids: people.map(({ id }) => id) },
      })

    const [taken, refused] = [await create(as, guest), await create(guest, outsider)]

    expect(taken.status, 'taken').toBe(201)
    expect(refused.status, 'refused').toBe(422)
    expect(refused.detail).toContain('"assignee_ids[1]"')
  })

  test('runs once with an Idempotency-Key', async () => {
    const as = await signedIn()
    const { id } = await givenProject(as)
    const headers = { 'Idempotency-Key': randomUUID() }
    const create = () => call(createTask, { as, params: { id }, body: { title: 'Once' }, headers })

    const [first, second] = [await create(), await create()]

    expect(second.body).toEqual(first.body)
    expect(second.headers['idempotency-replayed']).toBe('true')
  })
})

describe('PUT /task/tasks/{id}', () => {
  test('merges by field and accepts the body that a GET returned', async () => {
    const { author, task } = await givenOwnTask({ description: 'old', labels: ['a'], due_date: '2026-03-01' })

    const answer = await change(author, task, { ...task, labels: ['b', 'c'], description: null })

    expect(answer.status).toBe(200)
    expect(answer.headers['etag']).toBe('"2"')
    expect(answer.body).toEqual({
      ...task,
      labels: ['b', 'c'],
      description: null,
      version: 2,
      updated_at: expect.any(String),
    })
    expect(await read(author, task)).toEqual(answer.body)
  })

  test('rejects another project by name', async () => {
    const { author, task } = await givenOwnTask()

    const answer = await change(author, task, { title: 'Moved', project_id: randomUUID() })

    expect(answer.status).toBe(422)
    expect(answer.detail).toBe('"project_id" cannot be changed here: a task cannot move to another project.')
    expect(await read(author, task)).toEqual(task)
  })

  test('keeps the completion time until the task is reopened', async () => {
    const { author, task } = await givenOwnTask()

    const done = (await change(author, task, { status: 'done' })).body
    const still = (await change(author, task, { status: 'done', title: 'Done' })).body
    const opened = (await change(author, task, { status: 'in_progress' })).body

    expect(done.completed_at).toMatch(/Z$/)
    expect(still.completed_at).toBe(done.completed_at)
    expect(opened.completed_at).toBeNull()
  })

  test('loses no concurrent change', async () => {
    const { author, task } = await givenOwnTask()
    const changes = [
      { title: 'n' },
      { description: 'd' },
      { status: 'in_progress' },
      { priority: 'high' },
      { labels: ['l'] },
      { assignee_ids: [author.id] },
      { start_date: '2026-01-01' },
      { due_date: '2026-02-01' },
    ]

    const answers = await Promise.all(changes.map((body) => change(author, task, body)))

    expect(answers.map(({ status }) => status)).toEqual(changes.map(() => 200))
    expect(await read(author, task)).toMatchObject({ ...Object.assign({}, ...changes), version: 9 })
  })

  test('rejects an outdated version, and values that contradict the stored ones', async () => {
    const { author, task } = await givenOwnTask({ start_date: '2026-03-02' })

    const outdated = await change(author, task, { title: 'x' }, { 'If-Match': '"2"' })
    const contradiction = await change(author, task, { due_date: '2026-03-01' })
    const nobody = await change(author, task, { assignee_ids: [author.id, author.id, randomUUID()] })

    expect(outdated.status, 'outdated').toBe(412)
    expect(contradiction.status, 'contradiction').toBe(422)
    expect(nobody.status, 'nobody').toBe(422)
    expect(nobody.detail).toContain('"assignee_ids[2]"')
    expect(await read(author, task)).toEqual(task)
  })

  test.each([
    [
      'has left the project',
      (as: SignedIn, _: SignedIn, { id }: { id: string }) =>
        call(updateProject, { as, params: { id }, body: { visibility: 'private' } }),
    ],
    [
      'is deactivated',
      async (_: SignedIn, { id }: SignedIn) =>
        call(updateUser, {
          as: await signedIn({ role: 'admin' }),
          params: { id },
          body: { is_active: false },
        }),
    ],
  ])('keeps an assignee who %s, but rejects the same person as a new assignee', async (_, leave) => {
    const [as, leaver] = await Promise.all([signedIn(), signedIn()])
    const project = await givenProject(as)
    const task = await givenTask(as, project, { assignee_ids: [leaver.id] })
    expect((await leave(as, leaver, project)).status, 'leave').toBe(200)

    const kept = await change(as, task, { assignee_ids: [leaver.id, as.id] })
    const left = await change(as, task, { assignee_ids: [] })
    const again = await change(as, task, { assignee_ids: [leaver.id] })

    expect(kept.status, 'kept').toBe(200)
    expect(left.status, 'left').toBe(200)
    expect(again.status, 'again').toBe(422)
  })
})

describe('DELETE /task/tasks/{id}', () => {
  test('deletes a task once, and updates the count at once', async () => {
    const { author, project, task } = await givenOwnTask()
    const remove = (version = '*') =>
      call(deleteTask, { as: author, params: { id: task.id }, headers: { 'If-Match': version } })

    const [outdated, removed, again] = [await remove('"2"'), await remove('"1"'), await remove()]

    expect(outdated.status, 'outdated').toBe(412)
    expect(removed.status, 'removed').toBe(204)
    expect(again.status, 'again').toBe(404)
    expect((await call(readTask, { as: author, params: { id: task.id } })).status).toBe(404)
    const { body } = await call(readProject, { as: author, params: { id: project.id } })
    expect(body.task_count).toBe(0)
    expect((await givenTask(author, project)).number).toBe(2)
  })
})

describe('Contradicting dates', () => {
  test.each<EndpointHandler>([createTask, updateTask, updateProject])(
    'cause a 422 before the task or project is loaded',
    async (handler) => {
      const dates = { start_date: '2026-03-02', due_date: '2026-03-01' }
      const body = handler === createTask ? { title: 'x', ...dates } : dates

      const answer = await call(handler, { as: await signedIn(), params: { id: randomUUID() }, body })

      expect(answer.status).toBe(422)
      expect(answer.detail).toContain('"due_date"')
    },
  )
})

describe('An archived project', () => {
  test('rejects writes until it is active again', async () => {
    const { author, project, task } = await givenOwnTask({ title: 'kept' })
    const turn = (status: BodyOf<typeof updateProject>['status']) =>
      call(updateProject, { as: author, params: { id: project.id }, body: { status } })
    await turn('archived')

    const statuses = await statusByCase({
      creating: await call(createTask, { as: author, params: { id: project.id }, body: { title: 'x' } }),
      changing: await change(author, task, { title: 'x' }),
      deleting: await call(deleteTask, { as: author, params: { id: task.id } }),
    })
    const readable = await read(author, task)
    await turn('active')

    expect(statuses).toEqual({
      creating: 409,
      changing: 409,
      deleting: 409,
    })
    expect(readable).toEqual(task)
    expect((await change(author, task, { title: 'x' })).status).toBe(200)
  })
})
