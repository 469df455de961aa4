import { docs } from '#docs'
import { periodDays } from '../../calendar/period.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { now } from '../../platform/runtime/time.ts'
import * as z from '../../platform/schema/schema.ts'
import { Overview } from '../overview.ts'
import { presentOverview } from '../presented-overview.ts'

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
  handle: ({ query: { since } }) => presentOverview(periodDays(since, now().slice(0, 10), 'today')),
})
