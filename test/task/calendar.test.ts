import { beforeAll, describe, expect, test } from 'vitest'
import { listEvents } from '../../src/lms/event/endpoints/list-events.ts'
import { deleteProject } from '../../src/task/endpoints/delete-project.ts'
import { deleteTask } from '../../src/task/endpoints/delete-task.ts'
import { updateProject } from '../../src/task/endpoints/update-project.ts'
import { updateTask } from '../../src/task/endpoints/update-task.ts'
import type { syncDueDates } from '../../src/task/task/due.ts'
import { call } from '../support/call.ts'
import { heldCalls, type DynamoProxy } from '../support/dynamo-proxy.ts'
import { givenTableProxy } from '../support/given-proxy.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'
import { givenProject, givenTask } from './given.ts'

const query = { start: '2026-03-01T00:00:00Z', end: '2026-04-01T00:00:00Z', type: 'task_due' }

const calendarOf = async (as: SignedIn) =>
  (await call(listEvents, { as, query })).body.items as { title: string; start_at: string }[]

const daysOf = (...people: SignedIn[]) =>
  Promise.all(people.map(async (as) => (await calendarOf(as)).map(({ start_at }) => start_at.slice(0, 10))))

const change = (as: SignedIn, { id }: { id: string }, body: object) =>
  call(updateTask, { as, params: { id }, body })

const givenDue = async () => {
  const [owner, taker] = await Promise.all([signedIn(), signedIn()])
  const project = await givenProject(owner)
  const fields = { title: 'Plan', assignee_ids: [taker.id], due_date: '2026-03-10' }
  return { owner, taker, project, task: await givenTask(owner, project, fields) }
}

describe('The calendar event of a due date', () => {
  test('appears as a whole day in the calendars of the assignees', async () => {
    const { owner, taker, task } = await givenDue()

    await settle({ deliveries: 2 })

    expect(await calendarOf(owner)).toEqual([])
    expect(await calendarOf(taker)).toMatchObject([
      {
        type: 'task_due',
        title: 'Plan',
        start_at: '2026-03-10T00:00:00.000Z',
        all_day: true,
        course_id: null,
        resource: { type: 'task', id: task.id, title: 'Plan' },
      },
    ])
  })

  test('follows changes of date, assignees and title', async () => {
    const { owner, taker, task } = await givenDue()
    await settle()

    await change(owner, task, { due_date: '2026-03-20', assignee_ids: [owner.id, taker.id], title: 'New' })
    await settle()
    const moved = await daysOf(owner, taker)
    await change(owner, task, { assignee_ids: [owner.id] })
    await settle()
    const handed = [await daysOf(owner, taker), (await calendarOf(owner))[0]?.title]
    await change(owner, task, { due_date: null })
    await settle()

    expect(moved).toEqual([['2026-03-20'], ['2026-03-20']])
    expect(handed).toEqual([[['2026-03-20'], []], 'New'])
    expect(await daysOf(owner, taker)).toEqual([[], []])
  })

  test('disappears while the task is done or cancelled', async () => {
    const { owner, taker, task } = await givenDue()
    await settle()
    const seen: string[][] = []

    for (const status of ['done', 'in_review', 'cancelled', 'todo']) {
      await change(owner, task, { status })
      await settle()
      seen.push(...(await daysOf(taker)))
    }

    expect(seen).toEqual([[], ['2026-03-10'], [], ['2026-03-10']])
  })

  test('disappears with the task, its project, or the permission to see it', async () => {
    const [first, second, third] = [await givenDue(), await givenDue(), await givenDue()]
    const admin = await signedIn({ role: 'admin' })
    await settle()
    const before = await daysOf(first.taker, second.taker, third.taker)

    await call(deleteTask, { as: first.owner, params: { id: first.task.id } })
    await call(deleteProject, { as: admin, params: { id: second.project.id } })
    const params = { id: third.project.id }
    await call(updateProject, { as: third.owner, params, body: { visibility: 'private' } })
    await settle()
    const after = await daysOf(first.taker, second.taker, third.taker)
    const members = [{ user_id: third.taker.id, role: 'guest' as const }]
    await call(updateProject, { as: third.owner, params, body: { members } })
    await settle()

    expect(before).toEqual([['2026-03-10'], ['2026-03-10'], ['2026-03-10']])
    expect(after).toEqual([[], [], []])
    expect(await daysOf(third.taker)).toEqual([['2026-03-10']])
  })
})

describe('Due dates of a project synchronized by a slow worker', () => {
  let proxy: DynamoProxy
  let place: typeof syncDueDates

  beforeAll(async () => {
    const given = await givenTableProxy(() => import('../../src/task/task/due.ts'))
    proxy = given.proxy
    place = given.loaded.syncDueDates
    return given.end
  })

  test.each(['moved', 'deleted'])('follow a task that is %s meanwhile', async (fate) => {
    const { owner, taker, project, task } = await givenDue()
    await settle()
    const held = heldCalls(proxy, 'PutItem')

    const placing = place({ project_id: project.id, cursor: null })
    await held.came
    if (fate === 'moved') await change(owner, task, { due_date: '2026-03-20' })
    else await call(deleteTask, { as: owner, params: { id: task.id } })
    await settle()
    held.pass()
    await placing
    await settle()

    expect(await daysOf(taker)).toEqual([fate === 'moved' ? ['2026-03-20'] : []])
  })
})
