import { daysAfter } from '../../src/calendar/dates.ts'
import { toCountUse } from '../../src/models/usage.ts'
import { activityDays } from '../../src/overview/activity.ts'
import { now } from '../../src/platform/runtime/time.ts'
import { transact } from '../../src/platform/table/table.ts'
import { givenGroup } from '../support/given-group.ts'
import { signedIn } from '../support/people.ts'
import { store } from './filling.ts'
import type { Scenario } from './scenarios.ts'

/** Number of distinct actions of a day. */
const actionCount = 60

const givenDays = async (first: string, count: number) => {
  const actions = Object.fromEntries(
    Array.from({ length: actionCount }, (_, n) => [`kind_${n}.updated`, 100 + n]),
  )
  const days = Array.from({ length: count }, (_, n) =>
    activityDays.make({ day: daysAfter(first, n), people: 50, actions, counted_at: now() }),
  )
  await store(days.map((day) => activityDays.toPut(day)))
}

const since = (days: number) => daysAfter(now().slice(0, 10), 1 - days)

const overviewOf = (days: number): Scenario => ({
  endpoint: 'overview-read-overview',
  of: `${days} days`,
  trips: 2,
  given: async () => {
    const as = await signedIn({ role: 'admin' })
    const { id } = await givenGroup()
    await givenDays(since(days), days)
    await transact(toCountUse({ id: as.id, groups: [id] }, 'extractive', { replies: 1, input_tokens: 100 }))
    return () => ({ as, query: { since: since(days) } })
  },
})

export const overviewScenarios: Scenario[] = [overviewOf(30), overviewOf(366)]
