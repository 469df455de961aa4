import type { Context } from 'aws-lambda'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { search } from '../../src/platform/search/query/query.ts'
import { writeBatch } from '../../src/platform/table/batch/batch-write.ts'
import { queryItems } from '../../src/platform/table/query.ts'
import { users } from '../../src/platform/identity/user.ts'
import { children } from '../../src/task/task/child.ts'
import { comments } from '../../src/task/task/comment.ts'
import { createComment } from '../../src/task/endpoints/create-comment.ts'
import { createTask } from '../../src/task/endpoints/create-task.ts'
import { deleteProject } from '../../src/task/endpoints/delete-project.ts'
import { listMyTasks } from '../../src/task/endpoints/list-my-tasks.ts'
import { listTasks } from '../../src/task/endpoints/list-tasks.ts'
import { readTask } from '../../src/task/endpoints/read-task.ts'
import { updateTask } from '../../src/task/endpoints/update-task.ts'
import { projects } from '../../src/task/project/project.ts'
import { projectChild } from '../../src/task/task/parent.ts'
import { tasks, taskSearchScope, projectTaskSearchScope, type StoredTask } from '../../src/task/task/task.ts'
import { call } from '../support/call.ts'
import { startDynamoProxy, type DynamoProxy } from '../support/dynamo-proxy.ts'
import { eventOf } from '../support/messages.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle, world } from '../support/world.ts'
import { purge } from '../trash/given.ts'
import { givenProject, givenTask } from './given.ts'
import { statusByCase } from '../support/statuses.ts'

type Thing = { id: string }

/** More tasks than one step removes. */
const many = 110

/** Writes this many tasks with one comment each into the table. */
const givenMany = async (as: SignedIn, { id: project_id }: Thing): Promise<StoredTask[]> => {
  const made = Array.from({ length: many }, (_, index) =>
    tasks.make({ title: 'x', project_id, number: 1_000 + index, created_by: as }),
  )
  const said = made.map(({ id: task_id }) => comments.make({ task_id, text: 'x', author: as }))
  const rows = made.map((task) => children.itemOf(projectChild(task)))
  await writeBatch([...made.map(tasks.itemOf), ...rows, ...said.map(comments.itemOf)], [])
  return made
}

const allIn = async (pk: string) => {
  const query = {
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': pk },
    ConsistentRead: true,
  }
  return (await queryItems(query)).items.map(({ sk }) => sk)
}

const itemsOf = (as: SignedIn, project?: Thing, query = {}) =>
  call(project ? listTasks : listMyTasks, { as, query, ...(project && { params: { id: project.id } }) })

/** Runs the sweeping worker, which loses the table after this number of writes and so ends midway. */
const sweepCutOff = async (project_id: string, proxy: DynamoProxy, afterWrites: number) => {
  process.env['AWS_ENDPOINT_URL_DYNAMODB'] = proxy.url
  vi.resetModules()
  const { sweepsQueue: sweeps } = await import('#generated/queues/sweeps-queue.ts')
  let writes = 0
  proxy.drops = (operation) => operation === 'BatchWriteItem' && ++writes > afterWrites
  const message = { kind: 'task-sweeps', body: { what: 'project', project_id } }
  const outcome = await sweeps(eventOf(message), {} as Context)
  process.env['AWS_ENDPOINT_URL_DYNAMODB'] = world().endpoints.dynamodb
  vi.resetModules()
  return outcome
}

/** Creates tasks, comments and changes until stopped; returns the start time and the status of each request. */
const writing = (as: SignedIn, project: Thing, task: Thing) => {
  const answers: { begun: number; status: number; id: string | undefined }[] = []
  let isOver = false
  const write = async (index: number) => {
    while (!isOver) {
      const begun = performance.now()
      const [of, on] = [{ id: project.id }, { id: task.id }]
      const { status, body } = await [
        () => call(createTask, { as, params: of, body: { title: 'late', assignee_ids: [as.id] } }),
        () => call(createComment, { as, params: on, body: { text: 'late' } }),
        () => call(updateTask, { as, params: on, body: { assignee_ids: [as.id], due_date: '2026-03-01' } }),
      ][index % 3]!()
      answers.push({ begun, status, id: status === 201 && index % 3 === 0 ? body.id : undefined })
    }
  }
  const over = Promise.all(Array.from({ length: 6 }, (_, index) => write(index)))
  const stop = async () => {
    isOver = true
    await over
    return answers
  }
  return { answers, stop }
}

describe('DELETE /task/projects/{id} with many tasks', () => {
  let proxy: DynamoProxy

  beforeAll(async () => {
    proxy = await startDynamoProxy(world().endpoints.dynamodb)
  })

  afterAll(() => proxy.stop())

  test('removes everything at once, despite concurrent writes, an interruption and five deliveries', async () => {
    const [as, admin] = await Promise.all([signedIn(), signedIn({ role: 'admin' })])
    const project = await givenProject(as)
    const kept = await givenTask(as, await givenProject(as), { assignee_ids: [as.id] })
    const task = await givenTask(as, project, { title: 'findable', assignee_ids: [as.id] })
    const made = await givenMany(as, project)
    await settle()
    const { answers, stop } = writing(as, project, task)
    await expect.poll(() => answers.length).toBeGreaterThan(12)

    const removed = await call(deleteProject, { as: admin, params: { id: project.id } })
    const [since, before] = [performance.now(), answers.length]
    const reads = await Promise.all(
      [task, ...made.slice(0, 30)].map(({ id }) => call(readTask, { as, params: { id } })),
    )
    const statuses = await statusByCase({
      'a list': await itemsOf(as, project),
      'a search': await itemsOf(as, project, { q: 'findable' }),
    })
    const mine = await itemsOf(as)
    await expect.poll(() => answers.length - before).toBeGreaterThan(12)
    const purged = await purge(admin, project)
    const cut = await sweepCutOff(project.id, proxy, 4)
    const leftByThen = await allIn(projects.keyOf(project).pk)
    const written = await stop()
    await settle({ deliveries: 5 })

    expect([removed.status, purged.status]).toEqual([204, 204])
    expect(new Set(reads.map(({ status }) => status))).toEqual(new Set([404]))
    expect(statuses).toEqual({
      'a list': 404,
      'a search': 404,
    })
    expect(mine.body.items).toMatchObject([{ id: kept.id }])
    expect(cut.batchItemFailures).toHaveLength(1)
    expect(leftByThen.length).toBeGreaterThan(10)
    const behind = written.filter(({ begun }) => begun > since)
    expect(new Set(behind.map(({ status }) => status))).toEqual(new Set([404]))
    const late = written.flatMap(({ id }) => (id ? [{ id }] : []))
    expect(late.length).toBeGreaterThan(0)
    const partitions = [projects.keyOf(project), ...[task, ...made, ...late].map(tasks.keyOf)]
    expect((await Promise.all(partitions.map(({ pk }) => allIn(pk)))).flat()).toEqual([])
    const own = (await allIn(users.keyOf(as).pk)).filter((sk) => sk.startsWith('task#'))
    expect(own).toEqual([`task#${kept.id}`])
    for (const scope of [taskSearchScope, projectTaskSearchScope(project.id)])
      expect((await search({ scopes: [scope], q: 'findable' })).things).toEqual([])
  })
})
