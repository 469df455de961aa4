import { expect, test } from 'vitest'
import { readTask } from '../../src/task/endpoints/read-task.ts'
import { updateTasks } from '../../src/task/endpoints/update-tasks.ts'
import { made } from '../support/given.ts'
import { signedIn } from '../support/people.ts'
import { givenProject, givenTask } from '../task/given.ts'
import { changeOf, undo } from './given.ts'

test('A bulk update records a change of each task, which can be undone separately', async () => {
  const as = await signedIn()
  const project = await givenProject(as)
  const given = [await givenTask(as, project), await givenTask(as, project)]
  const ids = given.map(({ id }) => id)
  await made(updateTasks, {
    as,
    params: { id: project.id },
    body: { ids, changes: { status: 'done', labels: ['moved'] } },
  })
  const change = await changeOf(as, 'task.updated')

  const { status } = await undo(as, change)

  const after = await Promise.all(given.map(({ id }) => made(readTask, { as, params: { id } })))
  expect(status).toBe(200)
  expect(after.map((task) => [task.status, ...task.labels].join()).toSorted()).toEqual(['done,moved', 'todo'])
})
