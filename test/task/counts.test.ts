import { beforeAll, describe, expect, test } from 'vitest'
import { getItems } from '../../src/platform/table/batch/batch-get.ts'
import { changeHandlers } from '../../src/task/on-change.ts'
import { createComment } from '../../src/task/endpoints/create-comment.ts'
import { createTask } from '../../src/task/endpoints/create-task.ts'
import { deleteComment } from '../../src/task/endpoints/delete-comment.ts'
import { deleteTask } from '../../src/task/endpoints/delete-task.ts'
import { listMyTasks } from '../../src/task/endpoints/list-my-tasks.ts'
import { listTasks } from '../../src/task/endpoints/list-tasks.ts'
import { readTask } from '../../src/task/endpoints/read-task.ts'
import { updateTask } from '../../src/task/endpoints/update-task.ts'
import { tasks } from '../../src/task/task/task.ts'
import { call, type AnswerOf, type BodyOf } from '../support/call.ts'
import type { DynamoProxy } from '../support/dynamo-proxy.ts'
import { givenTableProxy } from '../support/given-proxy.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'
import { restore } from '../trash/given.ts'
import { givenComment, givenOwnTask, givenTask } from './given.ts'

type Thing = { id: string }

const read = async (as: SignedIn, { id }: Thing) => (await call(readTask, { as, params: { id } })).body

const change = (as: SignedIn, { id }: Thing, body: BodyOf<typeof updateTask>) =>
  call(updateTask, { as, params: { id }, body })

const remove = (as: SignedIn, { id }: Thing) => call(deleteTask, { as, params: { id } })

/** Returns the numbers of comments, subtasks and open subtasks. */
const countsOf = ({
  comment_count,
  subtask_count,
  open_subtask_count,
}: AnswerOf<typeof listMyTasks>['items'][number]) => [comment_count, subtask_count, open_subtask_count]

const counted = async (as: SignedIn, task: Thing) => countsOf(await read(as, task))

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index)

describe('The counts of a task', () => {
  test('follow comments, subtasks, their status and their parent, without a new version', async () => {
    const { author: as, project, task } = await givenOwnTask()
    const other = await givenTask(as, project)
    const comment = await givenComment(as, task)
    await givenComment(as, task)
    const [open, done] = [
      await givenTask(as, project, { parent_id: task.id }),
      await givenTask(as, project, { parent_id: task.id, status: 'done' }),
    ]

    const seen = [await counted(as, task)]
    await change(as, open, { status: 'cancelled' })
    await change(as, done, { status: 'in_review' })
    await call(deleteComment, { as, params: { id: task.id, comment_id: comment.id } })
    await call(deleteComment, { as, params: { id: task.id, comment_id: comment.id } })
    seen.push(await counted(as, task))
    await change(as, open, { parent_id: other.id, status: 'todo' })
    await change(as, done, { title: 'New' })
    seen.push(await counted(as, task), await counted(as, other))
    await remove(as, open)
    seen.push(await counted(as, other))
    await restore(as, open)
    seen.push(await counted(as, other))

    expect(seen).toEqual([
      [2, 2, 1],
      [1, 2, 1],
      [1, 1, 1],
      [0, 1, 1],
      [0, 0, 0],
      [0, 1, 1],
    ])
    expect(await read(as, task)).toMatchObject({ version: task.version, updated_at: task.updated_at })
  })

  test('match the current subtasks after a restoration from the trash', async () => {
    const { author: as, project, task } = await givenOwnTask()
    const below = []
    for (const status of ['todo', 'todo', 'done'])
      below.push(await givenTask(as, project, { parent_id: task.id, status }))
    await givenComment(as, task)

    await remove(as, task)
    await restore(as, task)
    await settle({ deliveries: 3 })
    const atOnce = await counted(as, task)
    await remove(as, task)
    await change(as, below[0] as Thing, { status: 'done' })
    await settle({ deliveries: 2 })
    await remove(as, below[1] as Thing)
    await restore(as, task)
    await settle({ deliveries: 2 })

    expect(atOnce).toEqual([1, 3, 2])
    expect(await counted(as, task)).toEqual([1, 2, 0])
  })

  test('appear in all lists, including those of assignees', async () => {
    const { author: as, project, task } = await givenOwnTask()
    await change(as, task, { assignee_ids: [as.id] })
    await givenComment(as, task)
    await givenTask(as, project, { parent_id: task.id })
    await settle()
    const params = { id: project.id }

    const lists = await Promise.all([
      call(listTasks, { as, params }),
      call(listTasks, { as, params, query: { assignee_id: 'me' } }),
      call(listMyTasks, { as }),
    ])

    const found = lists.map(({ body }) => body.items.find(({ id }) => id === task.id)!)
    expect(found.map(countsOf)).toEqual([
      [1, 1, 1],
      [1, 1, 1],
      [1, 1, 1],
    ])
  })

  test('stay current in lists of assignees when the stream delivers a change late', async () => {
    const { author: as, task } = await givenOwnTask()
    await change(as, task, { assignee_ids: [as.id] })
    await givenComment(as, task)
    const [late] = await getItems([tasks.keyOf(task)])
    await givenComment(as, task)
    await settle()

    for (const { entityType, handle } of changeHandlers)
      if (entityType === tasks.name) await handle(late, late)

    expect(countsOf((await call(listMyTasks, { as })).body.items[0]!)).toEqual([2, 0, 0])
  })

  test('stay exact when fifty people comment, add subtasks, finish them and delete comments at once', async () => {
    const people = await Promise.all(upTo(25).map(() => signedIn()))
    const { author, project, task } = await givenOwnTask()
    const [on, within] = [{ id: task.id }, { id: project.id }]
    const body = { title: 'Below', parent_id: task.id }

    const made = await Promise.all(
      people.flatMap((as) => [
        call(createComment, { as, params: on, body: { text: 'Hello' } }),
        call(createTask, { as, params: within, body }),
      ]),
    )
    const between = await counted(author, task)
    const changed = await Promise.all(
      people.flatMap((as, index) => [
        call(deleteComment, { as, params: { ...on, comment_id: made[2 * index]?.body.id } }),
        change(as, made[2 * index + 1]!.body, { status: 'done' }),
      ]),
    )

    expect(made.map(({ status }) => status)).toEqual(made.map(() => 201))
    expect(between).toEqual([25, 25, 25])
    expect(changed.map(({ status }) => status)).toEqual(people.flatMap(() => [204, 200]))
    expect(await counted(author, task)).toEqual([0, 25, 0])
  })
})

describe('A table that loses responses', () => {
  let proxy: DynamoProxy
  let comment: typeof createComment

  beforeAll(async () => {
    const given = await givenTableProxy(() => import('../../src/task/endpoints/create-comment.ts'))
    proxy = given.proxy
    comment = given.loaded.createComment
    return given.end
  })

  test('counts each comment once', async () => {
    const { author: as, task } = await givenOwnTask()
    let calls = 0
    proxy.loses = (_, attempt) => attempt === 1 && calls++ % 3 === 0

    const answers = await Promise.all(
      upTo(10).map(() => call(comment, { as, params: { id: task.id }, body: { text: 'Hello' } })),
    )

    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
    expect(await counted(as, task)).toEqual([10, 0, 0])
  })
})

describe('Project and parent in the response for a task', () => {
  test('show their current names, in single tasks and in lists', async () => {
    const { author: as, project, task } = await givenOwnTask()
    const below = await givenTask(as, project, { parent_id: task.id, assignee_ids: [as.id] })
    await change(as, task, { title: 'New' })

    const shown = {
      project: { id: project.id, name: project.name, key: project.key },
      parent: { id: task.id, key: task.key, title: 'New' },
      parent_id: task.id,
    }
    const lists = await Promise.all([
      call(listTasks, { as, params: { id: project.id } }),
      call(listTasks, { as, params: { id: project.id }, query: { limit: 1 } }),
      call(listMyTasks, { as }),
    ])

    expect(below.parent).toEqual({ ...shown.parent, title: task.title })
    expect(await read(as, below)).toMatchObject(shown)
    for (const { body } of lists) expect(body.items[0]).toMatchObject(shown)
    expect((await change(as, below, { parent_id: null })).body.parent).toBeNull()
    expect((await change(as, below, { parent_id: task.id })).body).toMatchObject(shown)
  })
})
