import { describe, expect, test } from 'vitest'
import { createTask } from '../../src/task/endpoints/create-task.ts'
import { deleteTask } from '../../src/task/endpoints/delete-task.ts'
import { listTasks } from '../../src/task/endpoints/list-tasks.ts'
import { readTask } from '../../src/task/endpoints/read-task.ts'
import { updateTask } from '../../src/task/endpoints/update-task.ts'
import { call } from '../support/call.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'
import { givenOwnTask, givenProject, givenTask } from './given.ts'
import { statusByCase } from '../support/statuses.ts'

type Thing = { id: string }

const putBelow = (as: SignedIn, { id }: Thing, parent: Thing | null) =>
  call(updateTask, { as, params: { id }, body: { parent_id: parent?.id ?? null } })

const parentOf = async (as: SignedIn, { id }: Thing) =>
  (await call(readTask, { as, params: { id } })).body.parent_id as string | null

/** Creates a chain of tasks, each the parent of the next. */
const givenLine = async (length: number) => {
  const as = await signedIn()
  const project = await givenProject(as)
  const line: Thing[] = []
  for (let i = 0; i < length; i++)
    line.push(await givenTask(as, project, { parent_id: line.at(-1)?.id ?? null }))
  return { as, project, line }
}

describe('DELETE /task/tasks/{id} of a task with subtasks', () => {
  test('leaves the subtasks without a parent: at once in reads, soon in lists', async () => {
    const { as, project, line } = await givenLine(3)
    const [first, second, third] = line as [Thing, Thing, Thing]
    await call(updateTask, { as, params: { id: second.id }, body: { assignee_ids: [as.id] } })

    await call(deleteTask, { as, params: { id: first.id } })
    const atOnce = await parentOf(as, second)
    const gone = await putBelow(as, third, first)
    await settle({ deliveries: 2 })

    expect(atOnce).toBeNull()
    expect(gone.status).toBe(422)
    const { body } = await call(listTasks, { as, params: { id: project.id } })
    expect(body.items.map(({ parent_id }) => parent_id)).toEqual([second.id, null])
  })

  test('survives a change of a subtask before the consequences are processed', async () => {
    const { as, line } = await givenLine(2)
    const [first, second] = line as [Thing, Thing]
    await call(deleteTask, { as, params: { id: first.id } })

    const changed = await call(updateTask, { as, params: { id: second.id }, body: { title: 'New' } })
    await settle()

    expect(changed.body.parent_id).toBeNull()
    expect(await parentOf(as, second)).toBeNull()
  })
})

describe('The parent of a task', () => {
  test('cannot be the task itself or one of its descendants', async () => {
    const { as, line } = await givenLine(4)
    const [first, second, , last] = line as [Thing, Thing, Thing, Thing]

    const answers = [await putBelow(as, first, first), await putBelow(as, first, last)]
    const statuses = await statusByCase({
      'another parent': await putBelow(as, last, second),
      none: await putBelow(as, second, null),
    })

    expect(answers.map(({ status }) => status)).toEqual([422, 422])
    for (const { detail } of answers) expect(detail).toContain('"parent_id"')
    expect(statuses).toEqual({
      'another parent': 200,
      none: 200,
    })
    expect(await Promise.all(line.map((task) => parentOf(as, task)))).toEqual([
      null,
      null,
      second.id,
      second.id,
    ])
  })

  test('forms no cycle under concurrent moves', async () => {
    const { author: as, project, task: first } = await givenOwnTask()
    const ring = [first, await givenTask(as, project), await givenTask(as, project)]

    const answers = await Promise.all(
      ring.map((task, index) => putBelow(as, task, ring[(index + 1) % ring.length]!)),
    )

    expect(answers.filter(({ status }) => status === 422)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
    const parents = await Promise.all(ring.map((task) => parentOf(as, task)))
    expect(parents.filter((parent) => parent === null)).toHaveLength(1)
  })

  test('must be in the same project', async () => {
    const { author: as, task } = await givenOwnTask()
    const other = await givenProject(as)
    const stranger = await givenTask(as, other)

    const moved = await putBelow(as, task, stranger)
    const made = await call(createTask, {
      as,
      params: { id: other.id },
      body: { title: 'x', parent_id: task.id },
    })

    expect(moved.status, 'moved').toBe(422)
    expect(made.status, 'made').toBe(422)
  })

  test('may have at most 100 ancestors', async () => {
    const { as, project, line } = await givenLine(101)
    const task = await givenTask(as, project)

    const [deepest, deeper] = [
      await putBelow(as, task, line[99] as Thing),
      await putBelow(as, task, line[100] as Thing),
    ]

    expect(deepest.status, 'deepest').toBe(200)
    expect(deeper.status, 'deeper').toBe(422)
  })
})
