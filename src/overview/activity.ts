import { scheduledMessages, scheduledRow } from '../platform/events/schedule.ts'
import { historyEntries } from '../platform/history/entry.ts'
import { environment } from '../platform/runtime/environment.ts'
import { now } from '../platform/runtime/time.ts'
import * as z from '../platform/schema/schema.ts'
import { retryOnConflict } from '../platform/table/conflict.ts'
import { entity } from '../platform/table/entity.ts'
import { monthRanges, readEach } from '../platform/table/list/month-ranges.ts'
import { readPages } from '../platform/table/list/pages.ts'
import { writeItem } from '../platform/table/table.ts'
import { dayCounts } from './queues.ts'

const partition = () => 'overview#days'

/** Recorded actions of a day (UTC), and the number of their distinct actors, as counted at a time. */
export const activityDays = entity({
  name: 'overview.day',
  isInternal: true,
  schema: z.object({
    day: z.string(),
    people: z.int(),
    actions: z.record(z.string(), z.int()),
    counted_at: z.string(),
    version: z.int(),
  }),
  key: ({ day }: { day: string }) => ({ pk: partition(), sk: day }),
  lists: { all: { partition } },
})

/** Interval between counts of a day, in milliseconds. */
const interval = 15 * 60_000

/** Minimum time from an action to its count, in milliseconds: the index that is read may be seconds old. */
const minDelay = 60_000

/** Counts that this process has scheduled already, so that it writes their rows once. */
const scheduled = new Set<string>()
const maxScheduled = 1_000

/** Schedules the next count of a day, on which an action has been recorded. */
export const scheduleCount = async (day: string): Promise<void> => {
  const at = new Date(Math.ceil((Date.now() + minDelay) / interval) * interval).toISOString()
  const name = `${environment.tableName} ${day} ${at}`
  if (scheduled.has(name)) return
  await scheduledMessages.ensure(scheduledRow(day, at, dayCounts.message({ day })))
  if (scheduled.size >= maxScheduled) scheduled.clear()
  scheduled.add(name)
}

const countActions = async (day: string) => {
  const [actions, people] = [new Map<string, number>(), new Set<string>()]
  for await (const entries of readPages(historyEntries.in('ofDay', { at: day }), 1_000))
    for (const { action, actor_id } of entries) {
      actions.set(action, (actions.get(action) ?? 0) + 1)
      if (actor_id !== null) people.add(actor_id)
    }
  return { people: people.size, actions: Object.fromEntries(actions) }
}

/** Counts a day again from its history, so that a repeated message changes nothing (decision 0072). */
export const storeDay = (day: string): Promise<void> =>
  retryOnConflict(async () => {
    // before the history: if another worker counts a later state meanwhile, this one conflicts with it
    const current = await activityDays.find({ day })
    const counted = { day, counted_at: now(), ...(await countActions(day)) }
    await writeItem(
      current ? activityDays.toUpdate(current, counted) : activityDays.toCreate(activityDays.make(counted)),
    )
  })

/** Reads the counts of days in parallel, one query for each month. */
export const readDays = async (days: string[]) => {
  const { items } = await readEach(monthRanges(activityDays.in('all', {}), days), days.length)
  return new Map(items.map((row) => [row.day, row]))
}
