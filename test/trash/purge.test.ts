import { afterEach, expect, test, vi } from 'vitest'
import { deleteTask } from '../../src/task/endpoints/delete-task.ts'
import { sendScheduled } from '../../src/platform/events/scheduler.ts'
import { inRequest, noSession } from '../../src/platform/runtime/request-context.ts'
import { trashEntries } from '../../src/platform/trash/entry.ts'
import { signedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'
import { givenProject, givenTask } from '../task/given.ts'
import { deleted, leftIn, restore } from './given.ts'

const day = 86_400_000

afterEach(() => {
  vi.useRealTimers()
})

/** Runs the scheduler at a time, in milliseconds from now. */
const runAfter = async (milliseconds: number) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + milliseconds })
  await inRequest({ requestId: '1', confirmSession: noSession }, sendScheduled)
  await settle()
  vi.useRealTimers()
}

test('purges resources after 30 days in the trash, except restored ones', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 30 * day + 60_000 })
  const owner = await signedIn()
  const project = await givenProject(owner)
  const [gone, back] = [await givenTask(owner, project), await givenTask(owner, project)]
  for (const task of [gone, back]) await deleted(deleteTask, owner, task)
  await restore(owner, back)
  await settle()
  vi.useRealTimers()

  await runAfter(0)
  const early = await trashEntries.find(gone)
  await runAfter(2 * 60_000)

  expect(early?.state).toBe('trashed')
  expect([await leftIn(`trash#${gone.id}`), await leftIn(`task#${gone.id}`)]).toEqual([[], []])
  expect(await leftIn(`task#${back.id}`)).toContain('task')
})
