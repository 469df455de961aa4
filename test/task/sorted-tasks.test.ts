import { expect, test } from 'vitest'
import { readAll } from '../../src/platform/table/list/list.ts'
import { writeBatch } from '../../src/platform/table/batch/batch-write.ts'
import { deleteTask } from '../../src/task/endpoints/delete-task.ts'
import { listTasks } from '../../src/task/endpoints/list-tasks.ts'
import { updateTask } from '../../src/task/endpoints/update-task.ts'
import { sortedTasks } from '../../src/task/task/sorted-task.ts'
import { tasks } from '../../src/task/task/task.ts'
import { call, type BodyOf, type QueryOf } from '../support/call.ts'
import { givenFile } from '../support/given-file.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'
import { purge, restore } from '../trash/given.ts'
import { givenProject, givenTask } from './given.ts'

type Thing = { id: string }
type Sort = QueryOf<typeof listTasks>['sort']

const listed = async (as: SignedIn, { id }: Thing, sort: Sort) =>
  (await call(listTasks, { as, params: { id }, query: { sort } })).body.items

const numbersBy = async (as: SignedIn, project: Thing, sort: Sort) =>
  (await listed(as, project, sort)).map(({ number }) => number)

const change = (as: SignedIn, { id }: Thing, body: BodyOf<typeof updateTask>) =>
  call(updateTask, { as, params: { id }, body })

const rowsIn = (project_id: string) =>
  readAll(
    (['updated', 'due_date', 'undated', 'priority', 'position', 'created'] as const).flatMap((order) =>
      sortedTasks.in('inOrder', { project_id, order }),
    ),
  )

test('all sort orders follow tasks that are changed, deleted, restored and purged', async () => {
  const as = await signedIn()
  const project = await givenProject(as)
  const [first, second] = [await givenTask(as, project), await givenTask(as, project)]
  await settle()

  const atFirst = await numbersBy(as, project, '-updated')
  await change(as, first, { due_date: '2026-03-01', priority: 'high' })
  await settle()
  const changed = await Promise.all(
    (['-updated', '-due_date', '-priority'] as const).map((sort) => numbersBy(as, project, sort)),
  )
  await call(deleteTask, { as, params: { id: first.id } })
  const atOnce = await numbersBy(as, project, 'due_date')
  await settle()
  const inTrash = await rowsIn(project.id)
  await restore(as, first)
  await settle()
  const back = await numbersBy(as, project, 'due_date')
  for (const task of [first, second]) {
    await call(deleteTask, { as, params: { id: task.id } })
    await purge(as, task)
  }
  await settle({ deliveries: 2 })

  expect(atFirst).toEqual([2, 1])
  expect(changed).toEqual([
    [1, 2],
    [1, 2],
    [1, 2],
  ])
  expect([atOnce, back]).toEqual([[2], [1, 2]])
  expect(new Set(inTrash.map(({ id }) => id))).toEqual(new Set([second.id]))
  expect(await rowsIn(project.id)).toEqual([])
})

test('A sorted list shows the files and parents of tasks', async () => {
  const as = await signedIn()
  const project = await givenProject(as)
  const file = await givenFile(as)
  const parent = await givenTask(as, project, { attachments: [file.id] })
  const old = tasks.make({
    title: 'Old',
    project_id: project.id,
    number: 2,
    created_by: as,
    parent_id: parent.id,
  })
  await writeBatch([tasks.itemOf(old)], [])
  await settle()

  expect(await listed(as, project, 'updated')).toMatchObject([
    { id: parent.id, attachment_count: 1, attachments: [{ id: file.id }], parent: null },
    { id: old.id, attachment_count: 0, parent: { id: parent.id, title: parent.title } },
  ])
})
