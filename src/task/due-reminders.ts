import { daysAfter } from '../calendar/dates.ts'
import { timeAt } from '../calendar/local-clock.ts'
import { schedule } from '../platform/events/schedule.ts'
import { users } from '../platform/identity/user.ts'
import { now } from '../platform/runtime/time.ts'
import { taskReminders } from './queues.ts'
import { isStillOpen } from './task/completion.ts'
import { tasks, type StoredTask } from './task/task.ts'

/** Local time of reminders (decision 0056). */
const morning = '08:00'

const morningTime = (date: string, timezone: string): string =>
  new Date(timeAt(morning, timezone, date)).toISOString()

/** A task with one of its assignees. */
interface Assigned {
  /** ID of the pair of task and assignee. */
  id: string
  task_id: string
  user_id: string
  due_date: string
  timezone: string
}

/** Reminders on the day before and the day after the due date. */
const reminders = schedule<Assigned>(({ task_id, user_id, due_date, timezone }) =>
  (['task_due_soon', 'task_overdue'] as const).map((type) => ({
    at: morningTime(daysAfter(due_date, type === 'task_due_soon' ? -1 : 1), timezone),
    message: taskReminders.message({ type, task_id, user_id, due_date }),
  })),
)

/**
 * Returns true if the mornings before and after a day have four-digit years in every time zone, as stored times
 * require.
 */
const hasMornings = (date: string): boolean => date > '0000-01-02' && date < '9999-12-30'

/** Returns true from the time when a person is reminded that a task was due: an earlier reminder is out of date. */
export const isOverdueSince = (due_date: string, timezone: string): boolean =>
  morningTime(daysAfter(due_date, 1), timezone) <= now()

/** Returns true if a person should be reminded of a task with this due date. */
export const isDueFor = (
  task: StoredTask | undefined,
  { user_id, due_date }: Pick<Assigned, 'user_id' | 'due_date'>,
): task is StoredTask =>
  task !== undefined && task.due_date === due_date && isStillOpen(task) && task.assignee_ids.includes(user_id)

const findDueAssignment = (
  task: StoredTask | undefined,
  user_id: string,
  timezone: string,
): Assigned | undefined => {
  const due_date = task?.due_date
  if (!due_date || !hasMornings(due_date) || !isDueFor(task, { user_id, due_date })) return undefined
  return { id: `${task.id}#${user_id}`, task_id: task.id, user_id, due_date, timezone }
}

const reminderState = (task: StoredTask | undefined) =>
  JSON.stringify([task?.due_date, task?.assignee_ids, task && isStillOpen(task)])

/**
 * Schedules the reminders of a task's assignees in their time zones, and cancels reminders that a change made obsolete.
 */
export const syncDueReminders = async (
  before: StoredTask | undefined,
  after: StoredTask | undefined,
): Promise<void> => {
  if ((!before?.due_date && !after?.due_date) || reminderState(before) === reminderState(after)) return
  const { id } = (after ?? before) as StoredTask
  const ids = [...new Set([...(before?.assignee_ids ?? []), ...(after?.assignee_ids ?? [])])]
  const people = await users.findMany(ids.map((user_id) => ({ id: user_id })))
  await Promise.all(
    ids.map((user_id, n) => {
      const of = (task: StoredTask | undefined) =>
        findDueAssignment(task, user_id, people[n]?.timezone ?? 'UTC')
      return reminders.sync(of(before), of(after), async () => of(await tasks.find({ id })))
    }),
  )
}
