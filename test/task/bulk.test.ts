import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { readProject } from '../../src/task/endpoints/read-project.ts'
import { readTask } from '../../src/task/endpoints/read-task.ts'
import { updateProject } from '../../src/task/endpoints/update-project.ts'
import { updateTask } from '../../src/task/endpoints/update-task.ts'
import { updateTasks } from '../../src/task/endpoints/update-tasks.ts'
import { call, raw, type CallOptions } from '../support/call.ts'
import { made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { statusByCase } from '../support/statuses.ts'
import { times } from '../support/times.ts'
import { givenProject, givenTask } from './given.ts'

let owner: SignedIn
let guest: SignedIn
let project: { id: string }

beforeAll(async () => {
  ;[owner, guest] = await Promise.all([signedIn(), signedIn()])
})

beforeAll(async () => {
  project = await givenProject(owner, { visibility: 'private', members: [[guest, 'guest']] })
})

const inBulk = (
  as: SignedIn,
  things: { id: string }[],
  changes: object,
  { of = project, headers = {} }: { of?: { id: string }; headers?: CallOptions['headers'] } = {},
) =>
  call(updateTasks, {
    as,
    headers,
    params: { id: of.id },
    body: { ids: things.map(({ id }) => id), changes: raw(changes) },
  })

const taskFor = (as: SignedIn, { id }: { id: string }) => made(readTask, { as, params: { id } })

const keyed = () => ({ headers: { 'Idempotency-Key': randomUUID() } })

describe('POST /task/projects/{id}/tasks/bulk', () => {
  test('changes the tasks that the caller may change, and gives a reason for the others', async () => {
    const own = await givenTask(owner, project, { assignee_ids: [guest.id] })
    const other = await givenTask(owner, project)
    const elsewhere = await givenTask(guest, await givenProject(guest))
    const all = [own, other, elsewhere, { id: randomUUID() }]

    const byGuest = await inBulk(guest, all, { status: 'done' })
    const byOwner = await inBulk(owner, [own, other], { due_date: '2030-01-01', start_date: '2030-02-01' })

    const absent = { status: 404, detail: 'The task does not exist.', version: null }
    expect(byGuest.status).toBe(200)
    expect(byGuest.body.items).toEqual([
      { id: own.id, status: 200, detail: null, version: 2 },
      { id: other.id, status: 403, detail: expect.stringContaining('Guests'), version: null },
      { id: elsewhere.id, ...absent },
      { id: all[3]!.id, ...absent },
    ])
    expect(byOwner.body.items.map(({ status }) => status)).toEqual([422, 422])
    expect((await taskFor(owner, own)).completed_at).not.toBeNull()
  })

  test('fails for each task of an archived project', async () => {
    const archived = await givenProject(owner)
    const task = await givenTask(owner, archived)
    await made(updateProject, { as: owner, params: { id: archived.id }, body: { status: 'archived' } })

    const { status, body } = await inBulk(owner, [task], { title: 'Pack' }, { of: archived })

    expect([status, body.items[0]?.status]).toEqual([200, 409])
  })

  test('rejects outsiders, unknown fields, files and wrong lists of tasks', async () => {
    const task = await givenTask(owner, project)
    const many = times(201, () => ({ id: randomUUID() }))
    const outsider = await signedIn()

    const statuses = await statusByCase({
      'an outsider': inBulk(outsider, [task], { status: 'done' }),
      'an unknown project': inBulk(owner, [task], { status: 'done' }, { of: { id: randomUUID() } }),
      'no change': inBulk(owner, [task], {}),
      files: inBulk(owner, [task], { attachments: [] }),
      'a computed field': inBulk(owner, [task], { number: 1 }),
      'a wrong value': inBulk(owner, [task], { status: 'gone' }),
      'no task': inBulk(owner, [], { status: 'done' }),
      'a task twice': inBulk(owner, [task, task], { status: 'done' }),
      'too many tasks': inBulk(owner, many, { status: 'done' }),
    })

    expect(statuses).toEqual({
      'an outsider': 404,
      'an unknown project': 404,
      'no change': 200,
      files: 422,
      'a computed field': 422,
      'a wrong value': 422,
      'no task': 422,
      'a task twice': 422,
      'too many tasks': 422,
    })
    expect((await taskFor(owner, task)).version).toBe(1)
  })

  test('applies ten requests at once to the same tasks, and counts them once', async () => {
    const crowded = await givenProject(owner)
    const given = await Promise.all(times(3, () => givenTask(owner, crowded)))

    const answers = await Promise.all(
      times(10, (n) => inBulk(owner, given, { labels: [`l${n}`], status: 'done' }, { of: crowded })),
    )

    expect(answers.map(({ body }) => body.items.map(({ status }) => status))).toEqual(
      answers.map(() => [200, 200, 200]),
    )
    for (const task of given) expect((await taskFor(owner, task)).version).toBe(11)
    const { task_counts } = await made(readProject, { as: owner, params: { id: crowded.id } })
    expect(task_counts).toMatchObject({ todo: 0, done: 3 })
  })

  test('changes two hundred tasks, and counts each of them', async () => {
    const large = await givenProject(owner)
    const given = []
    for (let n = 0; n < 200; n += 1) given.push(await givenTask(owner, large))

    const { body } = await inBulk(owner, given, { status: 'done', priority: 'high' }, { of: large })

    expect(body.items.filter((item) => item.status === 200)).toHaveLength(200)
    const { task_counts } = await made(readProject, { as: owner, params: { id: large.id } })
    expect(task_counts).toMatchObject({ todo: 0, done: 200 })
  })
})

describe('Repeated bulk request of tasks', () => {
  test('replays a success, and rejects another body with the same key', async () => {
    const given = await Promise.all(times(2, () => givenTask(owner, project)))
    const options = keyed()

    const first = await inBulk(owner, given, { priority: 'high' }, options)
    await made(updateTask, { as: owner, params: given[0]!, body: { priority: 'low' } })
    const second = await inBulk(owner, given, { priority: 'high' }, options)
    const other = await inBulk(owner, given, { priority: 'urgent' }, options)

    expect(second.headers['idempotency-replayed']).toBe('true')
    expect(second.body).toEqual(first.body)
    expect((await taskFor(owner, given[0]!)).priority).toBe('low')
    expect(other.status).toBe(422)
  })

  test('changes only the tasks that failed before', async () => {
    const [ready, blocked] = [await givenTask(owner, project), await givenTask(owner, project)]
    await made(updateTask, { as: owner, params: ready, body: { assignee_ids: [guest.id] } })
    const options = keyed()
    const send = async () =>
      (await inBulk(guest, [ready, blocked], { status: 'done' }, options)).body.items.map(
        ({ status }) => status,
      )

    const first = await send()
    await made(updateTask, { as: owner, params: ready, body: { status: 'todo' } })
    await made(updateTask, { as: owner, params: blocked, body: { assignee_ids: [guest.id] } })
    const second = await send()

    expect([first, second]).toEqual([
      [200, 403],
      [200, 200],
    ])
    expect((await taskFor(owner, ready)).status).toBe('todo')
    expect((await taskFor(owner, blocked)).status).toBe('done')
  })
})
