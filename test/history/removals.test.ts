import { expect, test } from 'vitest'
import { deleteTask } from '../../src/task/endpoints/delete-task.ts'
import { restoreEntry } from '../../src/trash/endpoints/restore-entry.ts'
import { call } from '../support/call.ts'
import { made } from '../support/given.ts'
import { adaAndBob } from '../support/people.ts'
import { settle } from '../support/world.ts'
import { givenProject, givenTask } from '../task/given.ts'
import { activityOf, activityStatus } from './given.ts'

test('the history of a restored task contains its deletion and restoration, with their authors', async () => {
  const [ada, bob] = await adaAndBob()
  const task = await givenTask(bob, await givenProject(ada))
  await call(deleteTask, { as: ada, params: { id: task.id } })
  await settle()
  const whileDeleted = await activityStatus(bob, 'task', task)
  await made(restoreEntry, { as: bob, params: { id: task.id }, body: {} })
  await settle({ deliveries: 2 })

  const entries = await activityOf(ada, 'task', task)

  expect(whileDeleted).toBe(404)
  expect(entries.map(({ action, actor }) => [action, actor?.id])).toEqual([
    ['task.restored', bob.id],
    ['task.deleted', ada.id],
    ['task.created', bob.id],
  ])
})
