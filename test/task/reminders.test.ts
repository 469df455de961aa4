import { afterEach, describe, expect, test, vi } from 'vitest'
import { dayMilliseconds, daysAfter } from '../../src/calendar/dates.ts'
import { listNotifications } from '../../src/notifications/endpoints/list-notifications.ts'
import { sendScheduledMessages } from '../../src/scheduler.ts'
import { updateTask } from '../../src/task/endpoints/update-task.ts'
import { users } from '../../src/platform/identity/user.ts'
import { call } from '../support/call.ts'
import { made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { lambdaContext, settle } from '../support/world.ts'
import { givenProject, givenTask } from './given.ts'

afterEach(() => void vi.useRealTimers())

/** Runs the scheduler at this time. */
const at = async (time: string) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(time) })
  await sendScheduledMessages({}, lambdaContext('scheduler'))
  vi.useRealTimers()
  await settle({ deliveries: 2 })
}

const reminded = async (as: SignedIn): Promise<string[]> => {
  const query = { type: 'task_due_soon,task_overdue' }
  const { items } = await made(listNotifications, { as, query })
  return items.map(({ title }: { title: string }) => title).toReversed()
}

const change = async (as: SignedIn, { id }: { id: string }, body: object) => {
  await call(updateTask, { as, params: { id }, body })
  await settle()
}

const today = new Date().toISOString().slice(0, 10)

/** Creates a task of a person in a time zone, due in this number of days. */
const givenDue = async (timezone: string, days: number) => {
  const person = await signedIn()
  await users.update(await users.get(person), { timezone })
  const due_date = daysAfter(today, days)
  const task = await givenTask(person, await givenProject(person), {
    title: 'Plan',
    due_date,
    assignee_ids: [person.id],
  })
  await settle()
  return { person, task, due_date }
}

describe('Reminders of an assignee', () => {
  test('come once in the morning before and once in the morning after the due date', async () => {
    const { person, due_date } = await givenDue('America/New_York', 4)

    await at(`${daysAfter(due_date, -1)}T10:00:00Z`)
    const early = await reminded(person)
    await at(`${daysAfter(due_date, -1)}T14:00:00Z`)
    const soon = await reminded(person)
    await at(`${daysAfter(due_date, 1)}T14:00:00Z`)

    expect([early, soon.length]).toEqual([[], 1])
    expect(await reminded(person)).toEqual([
      expect.stringMatching(/^“Plan” is due on /),
      expect.stringMatching(/^“Plan” was due on /),
    ])
  })

  test('come once, as overdue, after a gap that covers both', async () => {
    const { person, due_date } = await givenDue('UTC', 4)

    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(`${daysAfter(due_date, 2)}T14:00:00Z`) })
    await sendScheduledMessages({}, lambdaContext('scheduler'))
    await settle()
    vi.useRealTimers()

    expect(await reminded(person)).toEqual([expect.stringMatching(/^“Plan” was due on /)])
  })

  test('come at eight o’clock local time on a day of a clock change', async () => {
    const lastOfMarch = new Date(Date.UTC(new Date().getUTCFullYear() + 1, 2, 31))
    const sunday = daysAfter(lastOfMarch.toISOString().slice(0, 10), -lastOfMarch.getUTCDay())
    const days = Math.round((Date.parse(sunday) - Date.parse(today)) / dayMilliseconds)
    const { person } = await givenDue('Europe/Berlin', days + 1)

    await at(`${sunday}T05:59:00Z`)
    const early = await reminded(person)
    await at(`${sunday}T06:01:00Z`)

    expect([early, (await reminded(person)).length]).toEqual([[], 1])
  })

  test('follow a moved date, and skip completed and unassigned tasks', async () => {
    const [moved, done, given] = await Promise.all([
      givenDue('UTC', 7),
      givenDue('UTC', 7),
      givenDue('UTC', 7),
    ])
    const { person, task, due_date } = moved
    await change(person, task, { due_date: daysAfter(due_date, 7) })
    await change(done.person, done.task, { status: 'done' })
    await change(given.person, given.task, { assignee_ids: [] })

    await at(`${daysAfter(due_date, 2)}T14:00:00Z`)
    const before = await reminded(person)
    await at(`${daysAfter(due_date, 6)}T14:00:00Z`)

    expect([before, (await reminded(person)).length]).toEqual([[], 1])
    expect(await Promise.all([done, given].map(({ person: as }) => reminded(as)))).toEqual([[], []])
  })
})

test.each(['0000-01-01', '9999-12-29', '9999-12-31'])(
  'the assignee of a task due on %s is notified',
  async (due_date) => {
    const [owner, person] = await Promise.all([signedIn(), signedIn()])
    await users.update(await users.get(person), { timezone: 'Pacific/Kiritimati' })
    const fields = { title: 'Some day', due_date, assignee_ids: [person.id] }
    await givenTask(owner, await givenProject(owner), fields)
    await settle()

    const { items } = await made(listNotifications, { as: person, query: { type: 'task_assigned' } })

    expect(items).toHaveLength(1)
  },
)
