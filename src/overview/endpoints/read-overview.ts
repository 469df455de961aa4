import { docs } from '#docs'
import { dayMilliseconds, daysAfter } from '../../calendar/dates.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { invalid } from '../../platform/runtime/problem.ts'
import { now } from '../../platform/runtime/time.ts'
import * as z from '../../platform/schema/schema.ts'
import { Overview } from '../overview.ts'
import { presentOverview } from '../presented-overview.ts'

/** Maximum number of days of activity. */
const maxDays = 366

const defaultDays = 30

/** Returns the days (UTC) from `since` until today; throws 422 unless these are 1 to 366 days. */
const daysSince = (since: string | undefined): string[] => {
  const today = now().slice(0, 10)
  const first = since ?? daysAfter(today, 1 - defaultDays)
  if (first > today) throw invalid('since', 'must not be in the future')
  const length = (Date.parse(today) - Date.parse(first)) / dayMilliseconds + 1
  if (length > maxDays) throw invalid('since', `must be at most ${maxDays - 1} days ago`)
  return Array.from({ length }, (_, days) => daysAfter(first, days))
}

export const readOverview = endpoint('GET /admin/overview', {
  access: 'admin',
  effect: 'read',
  summary: 'Get figures of the whole platform',
  description:
    'Numbers of users, groups, files and resources are counted within seconds of a change, activity every 15 minutes ' +
    'from the audit log, and the use of models at once. Contains no contents and names nobody but groups.',
  query: z.strictObject({
    since: z.iso
      .date()
      .optional()
      .meta(
        docs('First day (UTC) of activity, at most 365 days ago; by default, 29 days ago.', {
          examples: ['2026-03-01'],
        }),
      ),
  }),
  response: Overview,
  handle: ({ query: { since } }) => presentOverview(daysSince(since)),
})
