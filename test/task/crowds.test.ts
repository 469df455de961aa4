import { beforeAll, describe, expect, test } from 'vitest'
import { createTask } from '../../src/task/endpoints/create-task.ts'
import { listTasks } from '../../src/task/endpoints/list-tasks.ts'
import { readProject } from '../../src/task/endpoints/read-project.ts'
import { updateProject } from '../../src/task/endpoints/update-project.ts'
import { updateTask } from '../../src/task/endpoints/update-task.ts'
import { call } from '../support/call.ts'
import { heldCalls, type DynamoProxy } from '../support/dynamo-proxy.ts'
import { givenTableProxy } from '../support/given-proxy.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { givenOwnTask, givenProject, givenTask } from './given.ts'

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

const ascending = (numbers: number[]) => numbers.toSorted((a, b) => a - b)

const listed = async (as: SignedIn, project: { id: string }) => {
  const { body } = await call(listTasks, { as, params: { id: project.id }, query: { limit: 100 } })
  return body.items.map(({ number }: { number: number }) => number) as number[]
}

const countOf = async (as: SignedIn, project: { id: string }) =>
  (await call(readProject, { as, params: { id: project.id } })).body.task_count as number

describe('Fifty concurrent task creations', () => {
  test('succeed with numbers without gaps', async () => {
    const people = await Promise.all(Array.from({ length: 50 }, () => signedIn()))
    const [as] = people as [SignedIn]
    const project = await givenProject(as)

    const answers = await Promise.all(
      people.map((person) =>
        call(createTask, {
          as: person,
          params: { id: project.id },
          body: { title: person.id, assignee_ids: [person.id] },
        }),
      ),
    )
    const next = await givenTask(as, project)

    expect(answers.map(({ status }) => status)).toEqual(people.map(() => 201))
    expect(ascending(answers.map(({ body }) => body.number))).toEqual(upTo(50))
    expect(answers.map(({ body }) => body.key)).toEqual(
      answers.map(({ body }) => `${project.key}-${body.number}`),
    )
    expect(next.number).toBe(51)
    expect(await listed(as, project)).toEqual(upTo(51).reverse())
    expect(await countOf(as, project)).toBe(51)
  })
})

describe('Fifty concurrent changes of status', () => {
  test('leave correct counts by category', async () => {
    const as = await signedIn()
    const project = await givenProject(as)
    const made = []
    for (const number of upTo(50)) made.push(await givenTask(as, project, { title: `${number}` }))
    const statuses = ['in_progress', 'in_review', 'done', 'cancelled', 'todo'] as const

    const answers = await Promise.all(
      made.map(({ id }, index) =>
        call(updateTask, { as, params: { id }, body: { status: statuses[index % statuses.length]! } }),
      ),
    )
    const { body } = await call(readProject, { as, params: { id: project.id } })

    expect(answers.map(({ status }) => status)).toEqual(made.map(() => 200))
    expect(body.task_count).toBe(50)
    expect(body.task_counts).toEqual({ todo: 10, in_progress: 20, done: 10, cancelled: 10 })
    expect(body.version).toBe(project.version)
  })
})

describe('Concurrent changes of one task', () => {
  test('lose no change', async () => {
    const { author: as, task } = await givenOwnTask()
    const fields = ['title', 'description', 'start_date', 'due_date', 'priority'] as const
    const values = {
      title: 'New',
      description: 'New',
      start_date: '2026-01-01',
      due_date: '2026-02-01',
      priority: 'low',
    }

    const answers = await Promise.all(
      upTo(15).map((index) => {
        const field = fields[index % fields.length] as (typeof fields)[number]
        return call(updateTask, { as, params: { id: task.id }, body: { [field]: values[field] } })
      }),
    )

    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    const last = await call(updateTask, { as, params: { id: task.id }, body: {} })
    // a request that repeats an applied change changes nothing
    expect(last.body).toMatchObject({ ...values, version: 1 + fields.length })
  })
})

describe('A table that is slow or loses responses', () => {
  let proxy: DynamoProxy
  let create: typeof createTask

  beforeAll(async () => {
    const given = await givenTableProxy(() => import('../../src/task/endpoints/create-task.ts'))
    proxy = given.proxy
    create = given.loaded.createTask
    return given.end
  })

  test.each([
    ['archived', { status: 'archived' as const }, 409],
    ['closed to the caller', { visibility: 'private' as const }, 404],
  ])('accepts no task into a project that becomes %s meanwhile', async (_, body, status) => {
    const [owner, as] = await Promise.all([signedIn(), signedIn()])
    const project = await givenProject(owner)
    const params = { id: project.id }
    const writing = heldCalls(proxy, 'TransactWriteItems')

    const creating = call(create, { as, params, body: { title: 'On its way' } })
    await writing.came
    const change = await call(updateProject, { as: owner, params, body })
    writing.pass()
    const answer = await creating

    expect(change.status, 'change').toBe(200)
    expect(answer.status, 'answer').toBe(status)
    expect(await listed(owner, project)).toEqual([])
  })

  test('creates no task or number twice for 25 concurrent requests', async () => {
    const as = await signedIn()
    const project = await givenProject(as)
    let calls = 0
    proxy.loses = (_, attempt) => attempt === 1 && calls++ % 5 === 0

    const answers = await Promise.all(
      upTo(25).map((index) =>
        call(create, { as, params: { id: project.id }, body: { title: `Task ${index}` } }),
      ),
    )

    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
    expect(ascending(answers.map(({ body }) => body.number))).toEqual(upTo(25))
    expect(await listed(as, project)).toEqual(upTo(25).reverse())
    expect(await countOf(as, project)).toBe(25)
  })
})
